"""Every node of a memory as one table: what the pictures show only in part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import streamlit as st

from app.components.export import export
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Node


def list_rows(graph: Hypergraph) -> list[dict[str, Any]]:
    """Return one row a node: kind, title, text, when, turns, members of its hyperedge, id."""
    owned = {edge.owner: len(edge.members) for edge in graph.edges.values()}
    held: dict[str, int] = {}
    for edge in graph.edges.values():
        for node_id in edge.members:
            held[node_id] = held.get(node_id, 0) + 1
    return [
        {
            "kind": node.kind,
            "title": _first(node, ("title", "name", "text", "description")),
            "text": _first(node, ("summary", "description", "text")),
            "when": getattr(node, "when", "") or _day(node),
            "turns": " ".join(getattr(node, "turn_ids", ())),
            "holds": owned.get(node.id, 0),
            "held by": held.get(node.id, 0),
            "id": node.id,
        }
        for node in graph.nodes.values()
    ]


def _first(node: Node, names: Iterable[str]) -> str:
    found = (str(getattr(node, name, "") or "") for name in names)
    return " ".join(next((text for text in found if text), node.id).split())


def _day(node: Node) -> str:
    start = getattr(node, "start", None)
    return f"{start:%Y-%m-%d}" if start else ""


def node_list(graph: Hypergraph, conversation_id: str) -> None:
    """Draw the table, sortable and searchable, with its downloads."""
    rows = list_rows(graph)
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        width="stretch",
        height=min(480, 38 + 35 * len(rows)),
        column_config={
            "kind": st.column_config.TextColumn(width=80),
            "title": st.column_config.TextColumn(width=260),
            "text": st.column_config.TextColumn(width=320),
            "when": st.column_config.TextColumn(width=90),
            "turns": st.column_config.TextColumn(width=120, help="the turns it rests on"),
            "holds": st.column_config.NumberColumn(width=60, help="members of its hyperedge"),
            "held by": st.column_config.NumberColumn(width=70, help="hyperedges it is in"),
            "id": st.column_config.TextColumn(width=110),
        },
    )
    export(rows, f"nodes of {conversation_id}")
