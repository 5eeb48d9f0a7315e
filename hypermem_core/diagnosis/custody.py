"""The chain of custody: what became of each gold turn at every stage, for any method.

The rule by which a question gets its one stage of loss stands in `loss.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.answer import fit
from hypermem_core.evaluation.recall import CARRIERS
from hypermem_core.methods.hingemem.stop import shifted, softmax
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.types import (
    Conversation,
    Evidence,
    Fact,
    Node,
    Place,
    Ranking,
    RetrievalTrace,
    StageRanking,
    Step,
    Turn,
    TurnCustody,
)
from hypermem_core.types.diagnosis import CONTEXT_CUT, NOT_EXTRACTED

# A limit that is a number of nodes. A wider pool alone keeps nothing: what is left of it is cut.
COUNT = re.compile(r"(?!pool).+ = \d+")


def custody_of(
    turn_id: str,
    trace: RetrievalTrace,
    index: MemoryIndex,
    conversation: Conversation,
    budget: int,
    cited: Sequence[str] | None = None,
) -> TurnCustody:
    """Return the way of one gold turn through an untrimmed trace; `budget` is in tokens.

    A turn is lost at the first stage from which on nothing that carries it is kept (HGMem finds
    it by entity, by relation or by chunk: one is enough); before any stage when no fact and no
    verbatim node states it; and at the context when what carries it was kept but is not among the
    evidence, or does not fit the budget.
    """
    nodes = index.graph.nodes
    holding = index.holders.get(turn_id, ())
    carriers = tuple(node_id for node_id in holding if nodes[node_id].kind in CARRIERS)
    steps = tuple(step(stage, frozenset(holding)) for stage in trace.stages)
    fitting = fit([item for item in trace.evidence if item.kind in CARRIERS], budget)
    inside = any(turn_id in item.turn_ids for item in fitting)
    speaker, date = _attributed(conversation, turn_id, [nodes[node_id] for node_id in carriers])
    return TurnCustody(
        turn_id,
        tuple(node_id for node_id in holding if nodes[node_id].kind not in CARRIERS),
        carriers,
        speaker,
        date,
        steps,
        inside,
        _position(trace.evidence, turn_id),
        None if cited is None else turn_id in cited,
        _lost_at(inside, carriers, steps),
    )


def step(stage: StageRanking, holding: frozenset[str]) -> Step:
    """Return what a stage did to a turn, told by the best placed node of those that hold it."""
    held = [node_id for node_id in stage.candidates if node_id in holding]
    if not held:
        return Step(stage.stage, "", (), False, "no candidate carries it")
    final = _order(stage)
    best = min(held, key=lambda node_id: final.get(node_id, len(final) + 1))
    kept = any(node_id in holding for node_id in stage.kept)
    if kept:
        best = next(node_id for node_id in stage.kept if node_id in holding)
    places = tuple(place(ranking, best) for ranking in stage.rankings)
    limit = "" if kept else _limit(stage, best)
    needs = final.get(best, 0) if COUNT.fullmatch(limit) else 0
    ratio = share_of_best(stage, final.get(best, 0)) if "of the best" in limit else 0.0
    return Step(stage.stage, best, places, kept, limit, needs, ratio)


def share_of_best(stage: StageRanking, rank: int) -> float:
    """Return the share of the best score that a rank has, as HingeMem's stop sees the scores."""
    scores = [item.score for item in stage.rankings[-1].items]
    if not 0 < rank <= len(scores):
        return 0.0
    soft = any("of the best softmax" in cut.limit for cut in stage.cut)
    values = softmax(scores) if soft else shifted(scores)
    return round(values[rank - 1] / values[0], 6) if values[0] > 0 else 0.0


def place(ranking: Ranking, node_id: str) -> Place:
    """Return where a node stands in a list."""
    for rank, item in enumerate(ranking.items, 1):
        if item.node_id == node_id:
            return Place(ranking.ranker, rank, item.score, len(ranking.items))
    return Place(ranking.ranker, 0, 0.0, len(ranking.items))


def _order(stage: StageRanking) -> dict[str, int]:
    """Return node → rank in the list that decided; what the pool cut follows in fused order."""
    ids = [item.node_id for item in stage.rankings[-1].items] if stage.rankings else []
    seen = dict.fromkeys(ids)
    seen.update(dict.fromkeys(cut.node_id for cut in stage.cut))
    return {node_id: rank for rank, node_id in enumerate(seen, 1)}


def _limit(stage: StageRanking, node_id: str) -> str:
    for cut in stage.cut:
        if cut.node_id == node_id:
            return cut.limit
    return "in no list"


def _position(evidence: Sequence[Evidence], turn_id: str) -> int:
    for number, item in enumerate(evidence, 1):
        if item.kind in CARRIERS and turn_id in item.turn_ids:
            return number
    return 0


def _lost_at(inside: bool, carriers: Sequence[str], steps: Sequence[Step]) -> str:
    if inside:
        return ""
    if not carriers:
        return NOT_EXTRACTED
    cut = cut_step(steps)
    return f"{cut.stage} cut" if cut else CONTEXT_CUT


def cut_step(steps: Sequence[Step]) -> Step | None:
    """Return the first step from which on nothing is kept; None if the last one keeps it."""
    kept = [number for number, step in enumerate(steps, 1) if step.kept]
    after = steps[kept[-1] if kept else 0 :]
    return after[0] if after else None


def _attributed(
    conversation: Conversation, turn_id: str, carriers: Sequence[Node]
) -> tuple[bool | None, bool | None]:
    """Return whether a fact that states the turn names its speaker, and its session's date."""
    turns = {turn.id: turn for turn in conversation.turns}
    facts = [node for node in carriers if isinstance(node, Fact)]
    turn: Turn | None = turns.get(turn_id)
    if turn is None or not facts:
        return None, None
    spoken = [fact for fact in facts if fact.speaker]
    dated = [fact for fact in facts if fact.said]
    day = turn.time.date().isoformat() if turn.time else ""
    return (
        any(fact.speaker == turn.speaker for fact in spoken) if spoken else None,
        any(fact.said[:10] == day for fact in dated) if dated and day else None,
    )
