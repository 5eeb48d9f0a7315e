"""The models as people choose them: providers, roles, keys, limits, embedder and reranker."""

from __future__ import annotations

from typing import cast

import streamlit as st

from app import state
from app.components.connection import connection
from app.components.knobs import knob
from app.components.prices import prices
from app.providers import PROVIDERS, KeyNeed, needs
from hypermem_core.models.profile import OFFLINE, Role

ROLES = {
    "extraction": ("Builds", ("models.llm", "models.base_url", "models.api_key_env")),
    "answer": (
        "Answers",
        ("models.answer_llm", "models.answer_base_url", "models.answer_api_key_env"),
    ),
    "judge": ("Judges", ("models.judge_llm", "models.judge_base_url", "models.judge_api_key_env")),
}
SAME = "empty = as Builds"
NAMES = ("Model", "Base URL", "Variable of its key")
STATES = {
    "typed": ("given for this session", ":material/key:", "green"),
    "environment": ("found in the environment", ":material/key:", "green"),
    "not needed": ("not needed on this machine", ":material/check:", "gray"),
    "missing": ("missing", ":material/key_off:", "orange"),
}


def endpoints() -> None:
    """Draw everything about models; the knobs' own state says what is chosen."""
    st.markdown("###### Chat model")
    providers()
    for column, role in zip(st.columns(3, gap="large"), ROLES, strict=True):
        with column.container(border=True):
            _role(role)
    keys()
    prices()
    left, right = st.columns(2, gap="large")
    with left:
        _group("Embedder", "embedder", "embedding_base_url", "embedding_api_key_env")
        connection("embedder")
    with right:
        _group("Reranker", "reranker", "reranker_base_url", "reranker_api_key_env")
        connection("reranker")
    st.markdown("###### Pace and budget")
    st.caption("Shared by everything behind one address. A spent budget pauses a run, whole.")
    _row("concurrency", "requests_per_minute", "tokens_per_minute", "reply_tokens")
    _row("tries", "backoff_seconds", "timeout_seconds")
    _row("budget_tokens", "budget_money")


def providers() -> None:
    """Draw one button a provider: it fills in the address, the variable and an example model."""
    models = state.settings(state.get()).models
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        off = models.llm == OFFLINE
        st.button(
            "Offline rules",
            icon=":material/check:" if off else None,
            help="No language model: rules build, answer and judge. No key, no network.",
            on_click=_fill,
            args=({"models.llm": OFFLINE},),
        )
        for one in PROVIDERS:
            chosen = not off and models.base_url == one.base_url
            values = {
                "models.base_url": one.base_url,
                "models.api_key_env": one.key_env,
                "models.llm": one.model,
            }
            st.button(
                one.name,
                key=f"provider-{one.name}",
                icon=":material/check:" if chosen else None,
                help=f"{one.base_url} · {one.about}",
                on_click=_fill,
                args=(values,),
            )


def _fill(values: dict[str, str]) -> None:
    for path, value in values.items():
        state.override(path, value)


def _role(role: str) -> None:
    title, paths = ROLES[role]
    st.markdown(f"**{title}**{'' if role == 'extraction' else f' · {SAME}'}")
    for path, name in zip(paths, NAMES, strict=True):
        knob(path, name)
    connection(cast(Role, role))


def keys() -> None:
    """Draw one line for each key that the chosen models read."""
    found = needs(state.settings(state.get()).models, state.keys())
    if not found:
        return
    st.markdown("###### Keys")
    st.caption(
        "A key is read from its variable, or typed here for this session only: it is kept in "
        "memory, never on disk, in the address or in a log, and is gone with the session."
    )
    for one in found:
        _key(one)


def _key(one: KeyNeed) -> None:
    words, icon, colour = STATES[one.state]
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    with left:
        st.markdown(f"`{one.name}` · {', '.join(one.users)}")
        st.badge(words, icon=icon, color=colour)  # type: ignore[arg-type]
    field = f"key-{one.name}"
    with right.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            f"Key for {one.name}",
            key=field,
            type="password",
            autocomplete="off",
            placeholder="type it, then press Enter",
            on_change=_typed,
            args=(one.name, field),
        )
        if one.state == "typed":
            st.button(
                "Forget", key=f"forget-{one.name}", on_click=state.give_key, args=(one.name, "")
            )


def _typed(name: str, field: str) -> None:
    given = str(state.widget(field)).strip()
    state.bind(field, "")  # the browser need not hold it any longer
    if given:
        state.give_key(name, given)


def _group(title: str, *leaves: str) -> None:
    st.markdown(f"###### {title}")
    for leaf, name in zip(leaves, NAMES, strict=True):
        knob(f"models.{leaf}", name)


def _row(*leaves: str) -> None:
    for column, leaf in zip(st.columns(4, gap="medium"), leaves, strict=False):
        with column:
            knob(f"models.{leaf}")
