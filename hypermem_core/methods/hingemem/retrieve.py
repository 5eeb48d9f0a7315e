"""Plan, find by elements and by meaning, score, stop, and bring the turns of what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from hypermem_core.events import Emit, StageFinished, StageStarted
from hypermem_core.memory import Matrix, Memory
from hypermem_core.methods.hingemem.plan import elements_of, make_plan
from hypermem_core.methods.hingemem.scoring import salience_term, similarities, summed, topic_term
from hypermem_core.methods.hingemem.stop import stop
from hypermem_core.methods.hingemem.turns import turn_nodes, turn_places, turn_stage
from hypermem_core.models import Models
from hypermem_core.models.ask import told
from hypermem_core.models.ledger import ledger
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.retrieval.order import by_score
from hypermem_core.settings import HingeMemSettings
from hypermem_core.types import (
    Cut,
    Element,
    Evidence,
    HingePlan,
    Ranking,
    RetrievalTrace,
    ScoreParts,
    StageRanking,
)


def retrieve(
    memory: Memory, query: str, knobs: HingeMemSettings, models: Models, emit: Emit
) -> RetrievalTrace:
    """Return the evidence for a query: the turns of the kept hyperedges, then their descriptions.

    Raises:
        ModelError: a model cannot be reached.
    """
    started = perf_counter()
    index = index_of(memory)
    with ledger() as calls:
        plan, note = make_plan(index, query, knobs, models)
    if calls:
        emit(told("hingemem/plan", calls))
    search = Search(index, query, models.embedder.query(query), knobs, plan, emit)
    found = search.candidates()
    plan, scored = search.score(found)
    turns = search.turns(scored)
    evidence = (*search.evidence(turns), *search.evidence(scored))
    seconds = perf_counter() - started
    notes = (note,) if note else ()
    return RetrievalTrace(
        memory.method, query, (found, scored, turns), evidence, notes, seconds, plan
    )


@dataclass(slots=True)
class Search:
    """One question put to one memory."""

    index: MemoryIndex
    query: str
    vector: Matrix
    knobs: HingeMemSettings
    plan: HingePlan
    emit: Emit
    elements: dict[str, Element] = field(init=False)
    similarity: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.elements = {node.id: node for node in elements_of(self.index)}
        closest = self.knobs.similarity == "closest"
        parts = {
            node_id: (node_id, *(turn_nodes(self.index, node_id) if closest else ()))
            for node_id in self.index.ids("segment")
        }
        self.similarity = similarities(self.vector, self.index.vectors, parts, self.knobs.centre)

    def _salience(self, node_id: str) -> tuple[float, tuple[str, ...]]:
        held = self.index.children.get(node_id, ())
        return salience_term(held, self.plan.elements, self.elements, self.knobs.salience_scale)

    def candidates(self) -> StageRanking:
        """Find hyperedges by elements and by meaning; kept is the union, in reading order.

        The list `elements` holds the structural candidates, the head of `dense` the semantic ones.
        """
        started = self._started("candidate")
        ids, most = self.index.ids("segment"), self.knobs.semantic_k
        near = by_score("dense", self.similarity)
        union, rankings = {item.node_id for item in near.items[:most]}, [near]
        if self.knobs.node_index:
            rankings = [self._holding(ids), near]
            union |= {item.node_id for item in rankings[0].items}
        kept = tuple(node_id for node_id in ids if node_id in union)
        rest = (item.node_id for item in near.items if item.node_id not in union)
        cut = tuple(Cut(node_id, f"semantic k = {most}") for node_id in rest)
        return self._ended("candidate", started, ids, rankings, kept, cut, rankings[0].note)

    def _holding(self, ids: Sequence[str]) -> Ranking:
        """Rank the hyperedges that hold a matched element, by its salience."""
        held = {node_id: self._salience(node_id) for node_id in ids}
        found = {node_id: score for node_id, (score, matched) in held.items() if matched}
        note = "" if found else "no hyperedge holds an element of the plan"
        return by_score("elements", found, note)

    def score(self, found: StageRanking) -> tuple[HingePlan, StageRanking]:
        """Return the plan with all score parts and the stop, and the stage that they make."""
        started = self._started("score")
        parts = self._parts(found)
        best = by_score("score", {part.node_id: part.score for part in parts})
        halt = stop([item.score for item in best.items], self.plan.query_type, self.knobs)
        rankings = [
            by_score("similarity", {part.node_id: part.similarity for part in parts}),
            by_score("salience", {part.node_id: part.salience for part in parts}),
            by_score("topic", {part.node_id: part.topic for part in parts}),
            best,
        ]
        kept = tuple(item.node_id for item in best.items[: halt.kept])
        cut = tuple(Cut(item.node_id, halt.reason) for item in best.items[halt.kept :])
        stage = self._ended("score", started, found.kept, rankings, kept, cut, halt.reason)
        by_id = {part.node_id: part for part in parts}
        ordered = tuple(by_id[item.node_id] for item in best.items)
        return replace(self.plan, scores=ordered, stop=halt), stage

    def _parts(self, found: StageRanking) -> list[ScoreParts]:
        """Return ξ, Ω_S and Ω_T of every candidate."""
        topical = topic_term(self.vector, self.index.vectors, self.knobs.topic_weight)
        meant = {item.node_id for item in found.rankings[-1].items[: self.knobs.semantic_k]}
        parts = []
        for node_id in found.kept:
            salience, matched = self._salience(node_id)
            held = [self.elements[child] for child in self.index.children.get(node_id, ())]
            topic = topical.of([one for one in held if one.element == "topic"])
            parts.append(
                summed(
                    ScoreParts(
                        node_id,
                        self.similarity[node_id],
                        salience if self.knobs.salience_term else 0.0,
                        topic if self.knobs.topic_term else 0.0,
                        structural=bool(matched),
                        semantic=node_id in meant,
                        matched=matched,
                    )
                )
            )
        return parts

    def turns(self, scored: StageRanking) -> StageRanking:
        """Rank the turns of the kept hyperedges."""
        self.emit(StageStarted("turn", 1))
        stage = turn_stage(
            self.index, self.query, self.vector, scored, self.plan, self.knobs.turn_order
        )
        self.emit(StageFinished("turn", stage.seconds))
        return stage

    def _started(self, name: str) -> float:
        self.emit(StageStarted(name, len(self.similarity)))
        return perf_counter()

    def _ended(
        self,
        name: str,
        started: float,
        candidates: tuple[str, ...],
        rankings: Sequence[Ranking],
        kept: tuple[str, ...],
        cut: tuple[Cut, ...],
        why: str,
    ) -> StageRanking:
        seconds = perf_counter() - started
        self.emit(StageFinished(name, seconds))
        return StageRanking(name, self.query, candidates, tuple(rankings), kept, cut, why, seconds)

    def evidence(self, stage: StageRanking) -> list[Evidence]:
        """Return what a stage kept as items of the context, each with its place in time."""
        scores = {item.node_id: item.score for item in stage.rankings[-1].items}
        places = turn_places(self.index)
        items = (self.index.evidence(node_id, scores[node_id]) for node_id in stage.kept)
        return [replace(item, place=places.get(item.turn_ids[0], -1)) for item in items]
