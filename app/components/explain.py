"""Explain: why a node or turn was kept or cut, its scores, a map, and the path on the graph."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import cache, state
from app.components.hypergraph_view import hypergraph_view
from app.components.score_parts import score_parts
from app.components.vector_map_view import vector_map_view
from app.components.why_view import why_view
from app.evaluating import Evaluated
from app.explaining import Asked
from app.figures.gold import gold_nodes
from app.figures.labels import titles
from app.figures.path_picture import query_path
from hypermem_core.diagnosis.explain import explain
from hypermem_core.diagnosis.whynot import path_of
from hypermem_core.memory import Memory
from hypermem_core.retrieval.index import index_of
from hypermem_core.types import Conversation, Custody, RetrievalTrace

WHY, SCORES, MAP, PATH = "Why, or why not?", "Scores", "Map of vectors", "Path on the graph"


def explain_ask(
    memory: Memory, conversation: Conversation, found: RetrievalTrace, gold: Sequence[str]
) -> None:
    """Draw the section folded below a question just asked; folded it computes nothing."""
    box = st.expander("Explain", icon=":material/help_center:", on_change="rerun", key="explain")
    if box.open:
        settings = state.settings(state.get())
        with box:
            explain_section(
                Asked(memory, conversation, settings, cache.models(settings), found, tuple(gold))
            )


def explain_run(experiment: str, run: Evaluated, question: Custody, chat: Conversation) -> None:
    """Draw the section for a question of a saved run: its retrieval is rerun, as it was set."""
    box = st.expander("Explain", icon=":material/help_center:", on_change="rerun", key="explain")
    if not box.open:
        return
    with box:
        asked = cache.asked_again(experiment, run, question, chat)
        st.caption("Retrieved again from the memory, with the settings of the run.")
        explain_section(asked)


def explain_section(asked: Asked) -> None:
    """Draw the view that is chosen, of the node or turn that is chosen; the others cost nothing."""
    view = st.segmented_control(
        "View",
        [WHY, SCORES, MAP, PATH],
        default=WHY,
        required=True,
        key="explain-view",
        label_visibility="collapsed",
    )
    target = "" if view == PATH else _target(asked)
    if view == PATH:
        _path(asked)
    elif view == MAP:
        vector_map_view(asked, target)
    elif not target:
        st.info("Choose a topic, an episode, a fact or a turn above.")
    elif view == SCORES:
        _scores(asked, target)
    else:
        why_view(asked, target)


def _target(asked: Asked) -> str:
    """Draw the search box over everything in the memory and the chat."""
    options = list(asked.labels)
    first = asked.first
    chosen = st.selectbox(
        "Node or turn",
        options,
        options.index(first) if first in asked.labels else None,
        format_func=lambda name: asked.labels.get(name, name),
        placeholder="Type words of a topic, an episode, a fact or a turn",
        key=f"target-{asked.memory.method}-{asked.trace.query}",
        help="Type to search. Gold turns come first.",
    )
    return chosen or ""


def _scores(asked: Asked, target: str) -> None:
    graph = asked.memory.graph
    path = path_of(index_of(asked.memory), target)
    nodes = {
        stage.stage: [n for n in graph.ids(asked.kind(stage)) if n in path]
        for stage in asked.trace.stages
    }
    stages = [name for name, ids in nodes.items() if ids]
    if not stages:
        st.info("No stage of this question ranked anything that stands for it.")
        return
    left, right = st.columns([1, 2], vertical_alignment="bottom")
    stage = left.segmented_control(
        "Stage", stages, default=stages[-1], required=True, key=f"score-stage-{len(stages)}"
    )
    chosen = stage or stages[-1]
    by_stage = {step.stage: step.node_id for step in asked.standing(target).steps}
    options, best = nodes[chosen], by_stage.get(chosen, "")
    names = titles(graph)
    node_id = right.selectbox(
        "What stood for it there",
        options,
        options.index(best) if best in options else 0,
        format_func=lambda name: f"{name} · {names[name]}",
        key=f"score-node-{chosen}-{target}",
    )
    found = explain(
        asked.memory, asked.trace, asked.settings, asked.models, chosen, node_id or options[0]
    )
    score_parts(found, names)


def _path(asked: Asked) -> None:
    gold = gold_nodes(asked.memory.graph, asked.gold)
    picture = query_path(asked.memory.graph, asked.trace, gold)
    if not picture.spokes:
        st.caption("This method keeps no hyperedges between what it ranks.")
    hypergraph_view(picture, gold)
