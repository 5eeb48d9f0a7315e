"""Evidence recall: which gold turns each stage found and which fit a context of n tokens."""

from __future__ import annotations

from collections.abc import Iterable

from hypermem_core.answer import fit
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import EvidenceRecall, Question, RetrievalTrace

BUDGETS = (500, 1000, 2000, 4000)
CARRIERS = frozenset({"fact", "chunk", "turn"})  # kinds whose text states what a turn says


def turns_of(graph: Hypergraph, node_id: str) -> tuple[str, ...]:
    """Return the turns a node stands for; a topic stands for those of its episodes."""
    node = graph.nodes.get(node_id)
    if node is None:
        return ()
    if node.kind == "topic":
        return tuple(turn for child in graph.children(node_id) for turn in turns_of(graph, child))
    return node.turn_ids


def share(gold: tuple[str, ...], turns: Iterable[str]) -> float:
    """Return the share of the gold turns that are among `turns`."""
    found = set(turns)
    return sum(turn in found for turn in set(gold)) / len(set(gold))


def by_stage(trace: RetrievalTrace, graph: Hypergraph, gold: tuple[str, ...]) -> dict[str, float]:
    """Return, for each stage, the share of gold turns in its candidates and in what it kept."""
    spans: dict[str, tuple[str, ...]] = {}

    def covered(node_ids: tuple[str, ...]) -> set[str]:
        for node_id in node_ids:
            if node_id not in spans:
                spans[node_id] = turns_of(graph, node_id)
        return {turn for node_id in node_ids for turn in spans[node_id]}

    found: dict[str, float] = {}
    for stage in trace.stages:
        found[f"{stage.stage} candidates"] = share(gold, covered(stage.candidates))
        found[f"{stage.stage} kept"] = share(gold, covered(stage.kept))
    return found


def at_budget(trace: RetrievalTrace, gold: tuple[str, ...], budget: int) -> float:
    """Return the share of gold turns carried by a context of at most `budget` tokens.

    Facts and verbatim turns fill the context first, in order, skipping what does not fit;
    summaries of episodes and topics carry no turn, so they only get what is left.
    """
    carriers = [item for item in trace.evidence if item.kind in CARRIERS]
    return share(gold, (turn for item in fit(carriers, budget) for turn in item.turn_ids))


def recall(question: Question, trace: RetrievalTrace, graph: Hypergraph) -> EvidenceRecall | None:
    """Return a question's evidence recall; None if any of its evidence is missing or unusable."""
    if not question.evidence or question.unresolved:
        return None
    gold = question.evidence
    budgets = {str(budget): at_budget(trace, gold, budget) for budget in BUDGETS}
    return EvidenceRecall(by_stage(trace, graph, gold), budgets)
