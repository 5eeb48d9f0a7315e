"""The choice of a sweep: the paper's two tables by one click, or any knob or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from app import sweeping
from app.sweeping import Asked
from hypermem_core.settings import Knob, Settings, choices

KINDS = ("Ablations", "Top-k sensitivity", "One knob", "Two knobs")
STEPS = 6
Rows = Mapping[str, tuple[Any, Any, Any]]


def sweep_choice(method: str, settings: Settings) -> Asked | None:
    """Draw the choice; return what was asked for, None while it lacks something."""
    papers = method == "hypermem"
    kinds = KINDS if papers else KINDS[2:]
    kind = st.segmented_control(
        "Sweep", kinds, default=kinds[0], required=True, label_visibility="collapsed", key="sweep"
    )
    rows = dict(sweeping.knobs_of(method, settings))
    if kind == KINDS[0]:
        st.caption("HyperMem's ablation table: w/o FC, EC, TR and their pairs, 7 settings.")
        return sweeping.ablations()
    if kind == KINDS[1]:
        st.caption("Each stage's k alone, the others as in the run: 19 settings.")
        return sweeping.sensitivity()
    if kind == KINDS[2]:
        first = _knob("Knob", rows, 0)
        return sweeping.one_knob(*first) if first[1] else None
    left, right = st.columns(2, gap="large")
    with left:
        first = _knob("First knob", rows, 0)
    with right:
        second = _knob("Second knob", rows, 1)
    if first[0] == second[0]:
        st.info("Choose two different knobs.")
        return None
    return sweeping.two_knobs(first, second) if first[1] and second[1] else None


def _knob(label: str, rows: Rows, start: int) -> tuple[str, list[Any]]:
    """Draw one knob's choice with its values; return its path and the values."""
    paths = list(rows)
    left, right = st.columns([1, 1.4], gap="small", vertical_alignment="bottom")
    path = left.selectbox(
        label, paths, start, format_func=lambda name: name.split(".")[-1], help="Acts at once."
    )
    about, value, kind = rows[path]
    offered = values(about, value, kind)
    picked = right.multiselect(
        f"Values of {path.split('.')[-1]}",
        offered,
        offered,
        key=f"values-{label}-{path}",
        accept_new_options=kind in (int, float),
        help=about.help,
    )
    return path, cleaned(picked, about, kind)


def values(about: Knob, value: Any, kind: Any) -> list[Any]:
    """Return the values offered for a knob: its choices, or steps over its range."""
    if kind is bool:
        return [False, True]
    if choices(kind):
        return list(choices(kind))
    low, high = about.low or 0, about.high if about.high is not None else 4 * (value or 1)
    wide = high > 20 * max(low, 1)  # a wide range is walked by doubling around the value
    around = [value / 4, value / 2, value, 2 * value, 4 * value] if wide and value else []
    even = [low + (high - low) * n / (STEPS - 1) for n in range(STEPS)]
    found = {kind(round(v, 3)) for v in (around or even) if low <= v <= high} | {value}
    return sorted(found)


def cleaned(picked: list[Any], about: Knob, kind: Any) -> list[Any]:
    """Return the values as the knob's type, typed ones too; what is impossible is left out."""
    if kind not in (int, float):
        return picked
    found = set()
    for item in picked:
        try:
            number = kind(float(item))
        except ValueError:
            continue
        low, high = about.low, about.high
        if (low is None or number >= low) and (high is None or number <= high):
            found.add(number)
    return sorted(found)
