"""The one line under a title: experiment · method · conversation · model · state, each a picker."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from app import cache, navigation, state
from app.markup import literal
from hypermem_core.methods import METHODS
from hypermem_core.types import Conversation

MODEL_NAMES = {"offline": "offline rules"}


def context_line(title: str) -> st.delta_generator.DeltaGenerator:
    """Draw the title and the line; return the place at the top right for the primary action."""
    heading, action = st.columns([3, 1], vertical_alignment="center")
    heading.title(title, anchor=False)
    now = state.get()
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="context"):
        _experiment(now)
        _method(now)
        _conversation(now)
        llm = state.settings(now).models.llm
        st.page_link(
            navigation.entry("settings").file,
            label=literal(MODEL_NAMES.get(llm, llm)),
            icon=":material/smart_toy:",
            help="What builds and answers. Offline rules: no language model, no key, no network.",
        )
        _status(now)
    return action.container(horizontal=True, horizontal_alignment="right")


def _experiment(now: state.AppState) -> None:
    with st.popover(literal(now.experiment), icon=":material/science:", type="tertiary"):
        name = st.text_input(
            "Experiment", now.experiment, help="A folder of results; a new name starts a new one."
        )
        if name != now.experiment and state.NAME.fullmatch(name):
            state.update(experiment=name)
            st.rerun()
        elif name != now.experiment:
            st.text("Use letters, digits, dots, dashes and underscores; 64 at most.")


def _method(now: state.AppState) -> None:
    with st.popover(now.method, icon=":material/account_tree:", type="tertiary"):
        names = list(METHODS)
        picked = st.radio("Method", names, names.index(now.method) if now.method in names else 0)
        if picked != now.method:
            state.update(method=picked, selected="")
            st.rerun()


def _conversation(now: state.AppState) -> None:
    current = cache.conversation(now)
    if current is None:
        st.page_link(
            navigation.entry("conversations").file,
            label="no conversation",
            icon=":material/forum:",
        )
        return
    with st.popover(literal(current.id), icon=":material/forum:", type="tertiary"):
        ids = [item.id for item in cache.conversations(now)]
        picked = st.selectbox("Conversation", ids, ids.index(current.id))
        if picked != now.conversation_id:
            state.update(conversation_id=picked, selected="", question="")
            if picked != current.id:
                st.rerun()


def _status(now: state.AppState) -> None:
    current = cache.conversation(now)
    label, icon, about = state_words(now, current) if current else NOT_BUILT
    st.page_link(navigation.entry("build").file, label=label, icon=icon, help=about)


NOT_BUILT = ("not built", ":material/radio_button_unchecked:", "Open Build to make the memory.")


def state_words(now: state.AppState, chosen: Conversation) -> tuple[str, str, str]:
    """Return the memory's state as (words, icon, tooltip)."""
    job = cache.jobs().get(f"{now.experiment}/{now.method}/{chosen.id}")
    if job is not None and not job.done:
        return "building …", ":material/pending:", "Open Build to watch it."
    status = cache.status(now, chosen)
    if status.state == "built":
        words = f"built {ago(status.built_at)}".strip()
        return words, ":material/check_circle:", "The memory fits the settings."
    if status.state == "stale":
        knobs = listed(status.changed)
        return (
            "stale vectors" if status.only_vectors else f"stale: {brief(status.changed)}",
            ":material/sync_problem:",
            f"Changed since the build: {knobs}.",
        )
    return NOT_BUILT


def brief(changed: Sequence[str]) -> str:
    """Return `max_turns changed`, or how many things changed."""
    if len(changed) == 1:
        return f"{changed[0].split('.')[-1]} changed"
    return f"{len(changed)} things changed"


def listed(changed: Sequence[str]) -> str:
    """Return what changed as one list; prompts, which change together, are only counted."""
    prompts = [name for name in changed if name.startswith("prompt ")]
    names = [name for name in changed if name not in prompts]
    if len(prompts) > 1:
        prompts = [f"{len(prompts)} prompts"]
    return ", ".join([*names, *prompts])


def ago(created: str) -> str:
    """Return how long ago an ISO time was, in one unit: `2 min ago`."""
    if not created:
        return ""
    seconds = (datetime.now() - datetime.fromisoformat(created)).total_seconds()
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return "just now"
