"""The rounds of one question: retrieve → evolve → merge → judge → sub-queries, until enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.methods.hgmem.candidates import shared_space, space_for
from hypermem_core.methods.hgmem.merge import merge
from hypermem_core.methods.hgmem.planning import Planner
from hypermem_core.methods.hgmem.points import Evolver
from hypermem_core.methods.hgmem.rows import point_rows, tables
from hypermem_core.methods.hgmem.scores import QueryScores
from hypermem_core.methods.hgmem.search import Searcher
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.models import Embedder
from hypermem_core.replies import EvolveReply, MergeReply
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import (
    HGMemRounds,
    Operation,
    Phase,
    PhaseName,
    Point,
    Round,
    SubQuery,
    SubSearch,
)

SAME = 0.95  # cosine from which two queries are one


@dataclass(slots=True)
class Questioning:
    """One question under way: its memory, its rounds, and the scores of each sub-query."""

    view: GraphView
    knobs: HGMemSettings
    question: str
    asker: Asker
    embedder: Embedder
    working: Working = field(init=False)
    scores: dict[str, QueryScores] = field(default_factory=dict)  # by the sub-query's id
    rounds: list[Round] = field(default_factory=list)
    _since: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        self.working = Working(self.view)

    def run(self) -> HGMemRounds:
        """Go through the rounds; return them with the vertices and why it stopped.

        Raises:
            ModelError: a model cannot be reached.
        """
        planner = Planner(self.question, self.working, self.knobs, self.asker)
        queries: Sequence[SubQuery] = (SubQuery("q0", self.question),)
        stop = ""
        while not stop:
            number = len(self.rounds)
            done = self._round(number, queries)
            last = number + 1 >= self.knobs.max_rounds
            if last or self.asker.spent:
                stop = "max rounds" if last else "budget"
            elif self._stalled(done):
                stop = "stalled"
            else:
                done, queries, stop = self._plan(planner, done)
            self.rounds.append(done)
        used = {m for each in self.rounds for p in changes(each) for m in p.members}
        vertices = tuple(v for v in self.working.vertices.values() if v.id in used)
        return HGMemRounds(tuple(self.rounds), vertices, stop)

    def _round(self, number: int, queries: Sequence[SubQuery]) -> Round:
        """Retrieve for every sub-query, then let the memory evolve and merge."""
        searches = tuple(self._search(query, queries) for query in queries)
        phases = [self._phase("retrieve")]
        reply, sources = self._evolve(queries, searches)
        evolver = Evolver(self.working, self.knobs, sources, number)
        updates = evolver.update(reply.updates) if self.knobs.update else ()
        phases.append(self._phase("update", updates))
        phases.append(self._phase("insert", evolver.insert(reply.inserts)))
        if self.knobs.merge and (number or self.knobs.merge_first):
            phases.append(self._phase("merge", self._merge(number)))
        return Round(number, tuple(queries), searches, tuple(phases))

    def _search(self, query: SubQuery, queries: Sequence[SubQuery]) -> SubSearch:
        if self.knobs.shared_space:
            chosen = shared_space(queries, self.working, self.knobs)
        else:
            chosen = space_for(query, self.working, self.knobs)
        if query.id not in self.scores:
            self.scores[query.id] = self._scored(query)
        return Searcher(self.view, self.knobs).search(query, self.scores[query.id], chosen)

    def _evolve(
        self, queries: Sequence[SubQuery], searches: Sequence[SubSearch]
    ) -> tuple[EvolveReply, dict[str, str]]:
        shown = tables(searches, self.view, self.knobs)
        reply = self.asker.ask(
            "hgmem/evolve",
            EvolveReply,
            EvolveReply(),
            question=self.question,
            subqueries=[query.text for query in queries if query.mode != "main"],
            points=point_rows(self.working.live(), self.working, self.knobs),
            entities=shown.entities,
            relations=shown.relations,
            chunks=shown.chunks,
        )
        return reply, shown.sources

    def _merge(self, number: int) -> tuple[Operation, ...]:
        if len(self.working.points) < 2:
            return ()
        reply = self.asker.ask(
            "hgmem/merge",
            MergeReply,
            MergeReply(),
            question=self.question,
            points=point_rows(self.working.live(), self.working, self.knobs),
        )
        return merge(reply.merges, self.working, self.knobs, number)

    def _plan(self, planner: Planner, done: Round) -> tuple[Round, Sequence[SubQuery], str]:
        """Judge the memory; return the round with it, the next sub-queries, and why to stop."""
        plan = planner.judge(self.scores["q0"], self._asked(done))
        phases = [*done.phases, self._phase("judge")]
        done = replace(done, sufficient=plan.sufficient, concerns=plan.concerns)
        if plan.sufficient:
            return replace(done, phases=tuple(phases)), (), "sufficient"
        made, repeats = planner.subqueries(plan.concerns, self._asked(done))
        queries = [query for query in made if self._is_new(query)]
        repeats += [query.text for query in made if query not in queries]
        phases.append(self._phase("subqueries"))
        done = replace(done, phases=tuple(phases), dropped=tuple(repeats))
        stop = "" if queries else "budget" if self.asker.spent else "no new query"
        return done, queries, stop

    def _scored(self, query: SubQuery) -> QueryScores:
        return QueryScores(self.view, query.text, self.embedder.query(query.text))

    def _is_new(self, query: SubQuery) -> bool:
        """Say whether no earlier query means the same; keeps the scores of one that is new."""
        scores = self._scored(query)
        same = any(float(scores.vector @ other.vector) >= SAME for other in self.scores.values())
        if not same:
            self.scores[query.id] = scores
        return not same

    def _asked(self, done: Round) -> tuple[SubQuery, ...]:
        return tuple(query for each in (*self.rounds, done) for query in each.queries)

    def _stalled(self, done: Round) -> bool:
        most = self.knobs.stall_rounds
        recent = [*self.rounds, done][-most:] if most else []
        return len(recent) == most > 0 and not any(changes(each) for each in recent)

    def _phase(self, name: PhaseName, operations: Sequence[Operation] = ()) -> Phase:
        now = perf_counter()
        seconds, self._since = now - self._since, now
        calls, read, written, note = self.asker.taken()
        return Phase(
            name, self.working.live(), tuple(operations), calls, read, written, seconds, note
        )


def changes(each: Round) -> list[Point]:
    """Return the points a round made or changed, as they were then."""
    return [
        operation.point
        for phase in each.phases
        for operation in phase.operations
        if operation.point is not None
    ]
