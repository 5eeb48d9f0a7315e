"""Plan, find by elements and by meaning, score, stop, and bring the turns of what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from hypermem_core.events import Emit, StageFinished, StageStarted
from hypermem_core.memory import Matrix, Memory
from hypermem_core.methods.hingemem.plan import elements_of, make_plan
from hypermem_core.methods.hingemem.scoring import salience_term, similarities, topic_term
from hypermem_core.methods.hingemem.stop import stop
from hypermem_core.methods.hingemem.turns import turn_nodes, turn_stage
from hypermem_core.models import Models
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
    plan, note = make_plan(index, query, knobs, models)
    search = Search(index, query, models.embedder.query(query), knobs, plan, emit)
    structural, semantic = search.structural(), search.semantic()
    plan, scored = search.score(structural, semantic)
    turns = search.turns(scored)
    stages = tuple(stage for stage in (structural, semantic, scored, turns) if stage is not None)
    evidence = (*search.evidence(turns), *search.evidence(scored))
    seconds = perf_counter() - started
    notes = (note,) if note else ()
    return RetrievalTrace(memory.method, query, stages, evidence, notes, seconds, plan)


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

    def structural(self) -> StageRanking | None:
        """Find the hyperedges that hold a matched element; None without a node index."""
        if not self.knobs.node_index:
            return None
        found = {node_id: self._salience(node_id) for node_id in self.index.ids("segment")}
        scores = {node_id: score for node_id, (score, matched) in found.items() if matched}
        ranking = by_score("elements", scores, "" if scores else "no element of the plan is held")
        return self._stage("structural", self.index.ids("segment"), (ranking,), len(scores), "")

    def semantic(self) -> StageRanking:
        """Find the hyperedges whose descriptions are nearest."""
        ranking = by_score("dense", self.similarity)
        return self._stage(
            "semantic", self.index.ids("segment"), (ranking,), self.knobs.semantic_k, "semantic k"
        )

    def score(
        self, structural: StageRanking | None, semantic: StageRanking
    ) -> tuple[HingePlan, StageRanking]:
        """Return the plan with all score parts and the stop, and the stage that they make."""
        by_elements = set(structural.kept if structural else ())
        by_meaning = set(semantic.kept)
        union = [i for i in self.index.ids("segment") if i in by_elements | by_meaning]
        topical = topic_term(self.vector, self.index.vectors, self.knobs.topic_weight)
        parts: dict[str, ScoreParts] = {}
        for node_id in union:
            held, matched = self._salience(node_id)
            children = self.index.children.get(node_id, ())
            nodes = [self.elements[child] for child in children]
            about = [node for node in nodes if node.element == "topic"]
            salience = held if self.knobs.salience_term else 0.0
            topic = topical.of(about) if self.knobs.topic_term else 0.0
            similar = self.similarity[node_id]
            parts[node_id] = ScoreParts(
                node_id,
                similar,
                salience,
                topic,
                similar + salience + topic,
                node_id in by_elements,
                node_id in by_meaning,
                matched,
            )
        best = by_score("score", {node_id: part.score for node_id, part in parts.items()})
        halt = stop([item.score for item in best.items], self.plan.query_type, self.knobs)
        ordered = tuple(parts[item.node_id] for item in best.items)
        rankings = (
            by_score("similarity", {one.node_id: one.similarity for one in ordered}),
            by_score("salience", {one.node_id: one.salience for one in ordered}),
            by_score("topic", {one.node_id: one.topic for one in ordered}),
            best,
        )
        stage = self._stage("score", union, rankings, halt.kept, halt.reason)
        return replace(self.plan, scores=ordered, stop=halt), replace(stage, why=halt.reason)

    def turns(self, scored: StageRanking) -> StageRanking:
        """Rank the turns of the kept hyperedges."""
        self.emit(StageStarted("turn", 1))
        stage = turn_stage(
            self.index, self.query, self.vector, scored, self.plan, self.knobs.turn_order
        )
        self.emit(StageFinished("turn", stage.seconds))
        return stage

    def _stage(
        self,
        name: str,
        candidates: Sequence[str],
        rankings: tuple[Ranking, ...],
        keep: int,
        limit: str,
    ) -> StageRanking:
        """Return a stage that keeps the first of its last list."""
        self.emit(StageStarted(name, len(candidates)))
        items = rankings[-1].items
        kept = tuple(item.node_id for item in items[:keep])
        text = f"{limit} = {keep}" if limit == "semantic k" else limit
        cut = tuple(Cut(item.node_id, text) for item in items[keep:])
        self.emit(StageFinished(name, 0.0))
        why = rankings[-1].note
        return StageRanking(name, self.query, tuple(candidates), rankings, kept, cut, why)

    def evidence(self, stage: StageRanking) -> list[Evidence]:
        """Return what a stage kept as items of the context."""
        scores = {item.node_id: item.score for item in stage.rankings[-1].items}
        return [self.index.evidence(node_id, scores[node_id]) for node_id in stage.kept]
