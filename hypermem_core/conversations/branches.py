"""A ChatGPT export keeps every regenerated reply as a tree; a conversation is one path in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def shown_messages(item: Mapping[str, Any]) -> list[Any] | None:
    """Return the messages from the root to the current leaf; None if `item` holds no tree."""
    nodes = item.get("mapping")
    if not isinstance(nodes, Mapping) or not nodes:
        return None
    leaf = item.get("current_node")
    if not isinstance(leaf, str) or leaf not in nodes:
        leaf = max(nodes, key=lambda key: _created(nodes[key]))
    path: list[Any] = []
    seen: set[str] = set()
    while isinstance(leaf, str) and leaf in nodes and leaf not in seen:
        seen.add(leaf)  # a cycle of parents must not hang
        node = nodes[leaf] if isinstance(nodes[leaf], Mapping) else {}
        if _is_shown(node.get("message")):
            path.append(node["message"])
        leaf = node.get("parent")
    return path[::-1]


def off_path(item: Mapping[str, Any]) -> list[str]:
    """Return the ids of messages that are hidden or on a branch that was not taken."""
    shown = {id(message) for message in shown_messages(item) or ()}
    nodes = item.get("mapping") if shown else None
    return [
        str(key)
        for key, node in (nodes or {}).items()
        if isinstance(node, Mapping) and node.get("message") and id(node["message"]) not in shown
    ]


def _created(node: Any) -> float:
    message = node.get("message") if isinstance(node, Mapping) else None
    time = message.get("create_time") if isinstance(message, Mapping) else None
    return float(time) if isinstance(time, (int, float)) else 0.0


def _is_shown(message: Any) -> bool:
    return isinstance(message, Mapping) and message.get("weight") != 0
