"""The context string the official answer stage reads, in its layout."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.messages import Messages
from hypermem_core.types import Episode, Fact, Node, RetrievalTrace, Topic

HEADINGS = {
    "topic": "## Relevant Topics:",
    "episode": "## Relevant Memory Cells:",
    "fact": "## Relevant Facts:",
}
NOTHING = "(none found)"


def context(
    trace: RetrievalTrace,
    graph: Hypergraph,
    messages: Messages,
    speakers: Sequence[str],
    shown: Sequence[str] = ("episode", "fact"),
) -> str:
    """Return the kept nodes of a trace as the official code lists them, best first."""
    names = " and ".join(speakers[:2])
    parts = [f"Episodes memories for conversation between {names}:"]
    for kind in shown:
        stage = trace.stage(kind)
        kept = [graph.nodes[one] for one in stage.kept if one in graph.nodes] if stage else []
        items = [_item(place, node, messages) for place, node in enumerate(kept, 1)]
        parts += [HEADINGS[kind], "\n\n".join(items) or NOTHING]
    return "\n".join(parts)


def _item(place: int, node: Node, messages: Messages) -> str:
    if isinstance(node, Topic):
        words = f"\n  Keywords: {', '.join(node.keywords[:5])}" if node.keywords else ""
        return f"[Topic {place}] {node.title}\n  Summary: {node.summary}{words}"
    if isinstance(node, Episode):
        return f"[Memory {place}] {node.text}\n  Time: {messages.time_of(node.turn_ids[-1:])}"
    if not isinstance(node, Fact):
        return ""
    when = f"\n  Time: {node.when}" if node.when else ""
    where = f"\n  Location: {node.where}" if node.where else ""
    return f"[Fact {place}] {node.text}{when}{where}"
