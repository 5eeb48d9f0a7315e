"""Which run, which judges and which gold: the choices above everything on “Judges & gold”."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import streamlit as st

from app.evaluating import Evaluated, opened
from hypermem_core.evaluation.gold import GoldMode
from hypermem_core.evaluation.judges import JUDGES
from hypermem_core.settings.answering import JudgeName

MODES = {
    "as published": "The dataset's own answers, right or wrong.",
    "corrected": "The audit's answers; a wrong gold without a better one is left out.",
    "excluded": "Questions with a wrong gold are left out.",
}
DEFAULT: tuple[JudgeName, ...] = ("lenient", "strict")


def run_choice(found: Mapping[str, Evaluated], run: str, method: str) -> str:
    """Draw the picker of runs, opened on the one chosen before; return the name chosen."""
    shown = opened({name: one.method for name, one in found.items()}, run, method)
    names = list(found)
    return st.selectbox(
        "Run", names, names.index(shown), format_func=lambda name: found[name].label
    )


def judge_choice() -> list[JudgeName]:
    """Draw the judges to choose from, what each is about in the tooltip."""
    about = "\n".join(f"- **{one.name}** v{one.version}: {one.about}" for one in JUDGES.values())
    return st.pills(
        "Judges to run", list(JUDGES), selection_mode="multi", default=DEFAULT, help=about
    )


def gold_choice(doubts: int) -> GoldMode:
    """Draw the gold modes; without a doubt about any gold there is nothing to choose."""
    modes: Sequence[GoldMode] = get_args(GoldMode)
    chosen: GoldMode | None = st.segmented_control(
        "Gold",
        modes,
        default=modes[0],
        required=True,
        disabled=not doubts,
        help="\n".join(f"- **{name}**: {about}" for name, about in MODES.items()),
    )
    return chosen if chosen and doubts else modes[0]
