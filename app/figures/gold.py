"""Gold turns in a trace: which nodes carry them, and where a lost one was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Fact, RetrievalTrace, StageRanking, Topic

CARRIERS = {"fact", "chunk", "turn"}  # an episode's summary alone does not carry a turn


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one gold turn; `lost_at` is "" when the context carries it."""

    turn_id: str
    lost_at: str = ""
    why: str = ""


def gold_nodes(graph: Hypergraph, turn_ids: Sequence[str]) -> frozenset[str]:
    """Return the nodes that hold a gold turn; a topic holds what its episodes hold."""
    wanted = set(turn_ids)
    found = {
        node.id
        for node in graph.nodes.values()
        if not isinstance(node, Topic) and wanted & set(node.turn_ids)
    }
    topics = {
        edge.owner
        for edge in graph.edges.values()
        if isinstance(graph.nodes[edge.owner], Topic) and found & set(edge.members)
    }
    return frozenset(found | topics)


def fates(graph: Hypergraph, trace: RetrievalTrace, turn_ids: Sequence[str]) -> tuple[Fate, ...]:
    """Return for each gold turn whether the context carries it, else the stage that lost it."""
    carried = {turn for item in trace.evidence if item.kind in CARRIERS for turn in item.turn_ids}
    return tuple(Fate(turn) if turn in carried else _lost(graph, trace, turn) for turn in turn_ids)


def _lost(graph: Hypergraph, trace: RetrievalTrace, turn: str) -> Fate:
    carriers = gold_nodes(graph, [turn])
    if not any(isinstance(graph.nodes[node], Fact) for node in carriers) and trace.stage("fact"):
        fact_missing = "no fact carries it"
    else:
        fact_missing = ""
    # The last stage that still kept it decides: what came after is where it was lost.
    lost: Fate | None = None
    for stage in trace.stages:
        held = carriers & set(stage.kept)
        if held:
            lost = None
        elif lost is None:
            lost = Fate(turn, stage.stage, _reason(stage, carriers))
    if lost is not None and lost.lost_at == "fact" and fact_missing:
        return Fate(turn, "fact", fact_missing)
    return lost or Fate(turn, "context", "kept, but not put into the context")


def _reason(stage: StageRanking, carriers: frozenset[str]) -> str:
    limits = [cut.limit for cut in stage.cut if cut.node_id in carriers]
    if limits:
        # a rule is told in words, a limit by its name: `k_F = 30`
        return f"cut by {limits[0]}" if "=" in limits[0] else f"cut: {limits[0]}"
    if carriers & set(stage.candidates):
        return "no list ranked it"
    return "not among the candidates"
