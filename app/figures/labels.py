"""The words a node is shown by: a title of one line, and the text behind it."""

from __future__ import annotations

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Chunk, Element, Entity, Episode, Fact, Node, Segment, Topic

SHORT = 42


def shorten(text: str, length: int = SHORT) -> str:
    """Return the text on one line, cut at a word with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    head = line[: length - 1]
    at_word = head.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > length // 2 else head).rstrip(" ,.;:") + "…"


def node_title(node: Node) -> str:
    """Return what a list shows of a node: its title, or the statement itself."""
    if isinstance(node, Fact | Chunk | Segment):
        words = node.text
    else:
        words = node.name if isinstance(node, Entity | Element) else node.title
    return " ".join(words.split()) or node.id


def node_text(node: Node) -> str:
    """Return the full text behind the title."""
    return node.summary if isinstance(node, Topic | Episode) else node.text


def titles(graph: Hypergraph) -> dict[str, str]:
    """Return node id → title for the whole graph."""
    return {node.id: node_title(node) for node in graph.nodes.values()}


def plain(text: str) -> str:
    """Return text that Plotly and vis.js cannot read as markup, whoever wrote it."""
    return text.replace("<", "‹").replace(">", "›").replace("$", "﹩")
