"""A chat model's replies: a list of calls, and one call raw beside what was read from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from app import state
from app.calls import FILTERS, Asked, filtered
from app.components.export import export
from hypermem_core.errors import DataError
from hypermem_core.models.cache import Kept
from hypermem_core.models.records import record_of

FEW = 10  # lines of a reply that need no frame to scroll in
LIST, REPLY = 250, 320  # pixels; longer ones scroll inside
ANY = "every prompt"


def model_calls(rows: Sequence[Asked], key: str) -> None:
    """Draw the list with its filters, and the chosen call below it; the first one is open."""
    if not rows:
        st.info("No chat model was asked: the offline rules made this.")
        return
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        counts = {name: len(filtered(rows, name)) for name in FILTERS}
        which = st.segmented_control(
            "Calls",
            list(FILTERS),
            default="All",
            key=f"{key}-which",
            format_func=lambda name: f"{name} {counts[name]:,}",
            required=True,
        )
        prompts = [ANY, *dict.fromkeys(one.called.prompt for one in rows)]
        prompt = st.selectbox("Prompt", prompts, key=f"{key}-prompt")
    shown = filtered(rows, which or "All", "" if prompt == ANY else prompt)
    if not shown:
        st.info("No call is like that.")
        return
    table = calls_table(shown)
    picked = st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(LIST, 38 + 35 * len(shown)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}-list",
    )
    export(table, f"model calls {key}")
    chosen = picked["selection"]["rows"]
    one_call(shown[chosen[0] if chosen and chosen[0] < len(shown) else 0])


def calls_table(rows: Sequence[Asked]) -> pd.DataFrame:
    """Return one line a call."""
    return pd.DataFrame(
        [
            {
                "call": one.number,
                "outcome": one.state,
                "prompt": one.called.prompt,
                "item": one.degraded.item if one.degraded else "",
                "attempts": one.called.attempts,
                "tokens read": one.called.prompt_tokens,
                "written": one.called.completion_tokens,
            }
            for one in rows
        ]
    )


def one_call(one: Asked) -> None:
    """Draw one call; every text is shown as it is, never as markup."""
    if one.degraded is not None:
        st.text(f"{one.degraded.item} goes without this reply: {one.degraded.reason}")
    try:
        kept = record_of(state.results_root() / "replies.db", one.called.key)
    except DataError as error:
        _lost(one, error)
        return
    st.caption(_about(one, kept))
    read = _pretty(kept.parsed) if kept.parsed else f"Nothing. {kept.problem}"
    long = max(read.count("\n") + len(read) // 60, len(kept.text) // 60) > FEW
    height: int | Literal["content"] = REPLY if long else "content"
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**The raw reply**")
        st.code(kept.text, language=None, wrap_lines=True, height=height)
    with right:
        st.markdown("**What was read from it**")
        st.code(read, language="json" if kept.parsed else None, wrap_lines=True, height=height)
    with st.expander("The prompt, as it was sent"):
        st.code(kept.words, language=None, wrap_lines=True, height=REPLY)


def _lost(one: Asked, error: DataError) -> None:
    """Draw what is left of a reply that is not kept, so that it is asked for again."""
    if one.degraded is not None and one.degraded.reply:
        st.markdown("**The last raw reply**")
        st.code(one.degraded.reply, language=None, wrap_lines=True, height=REPLY)
        st.caption("It could not be used and is not kept: the next build asks again.")
    elif one.degraded is None:
        st.text(f"{error.message} {error.hint}")


def _about(one: Asked, kept: Kept) -> str:
    parts = [
        f"`{kept.prompt}`",
        f"{kept.model} at {kept.host}",
        f"{kept.prompt_tokens:,} + {kept.completion_tokens:,} tokens",
        f"{kept.seconds:.1f} s",
        _times(one.called.attempts, "attempt"),
        _times(kept.requests, "request"),
        f"asked for as {'text' if kept.mode == 'plain' else f'JSON {kept.mode}'}",
    ]
    return " · ".join(parts + (["**repaired**"] if kept.repaired else []))


def _times(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _pretty(parsed: str) -> str:
    return json.dumps(json.loads(parsed), ensure_ascii=False, indent=1)
