"""Any knob as a widget, drawn from its metadata; moving it changes the state's overrides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import streamlit as st

from app import state
from hypermem_core.errors import SettingsError
from hypermem_core.settings import Knob, choices, iter_knobs

REBUILD = "↻"
ADDITION = "Addition: "  # starts the help of a knob that the paper does not have
MOST_SLIDER_STEPS = 400


def knob(path: str, label: str = "") -> None:
    """Draw one knob; its value is the state's, and what the user moves goes back there."""
    for known, about, value, kind in iter_knobs(state.settings(state.get())):
        if known == path:
            draw(path, about, value, kind, label)
            return
    raise KeyError(path)


def section(name: str) -> None:
    """Draw every knob of a section; those that the paper does not have are folded away."""
    rows = [row for row in iter_knobs(state.settings(state.get())) if row[0].startswith(f"{name}.")]
    ours = [row for row in rows if row[1].help.startswith(ADDITION)]
    _columns([row for row in rows if row not in ours])
    if ours:
        with st.expander(f"Additions beyond the paper ({len(ours)})", icon=":material/add:"):
            _columns(ours)


def _columns(rows: Sequence[tuple[str, Knob, Any, Any]]) -> None:
    """Draw the values in two columns of a length, the switches in a third."""
    switches = [row for row in rows if row[3] is bool]
    values = [row for row in rows if row[3] is not bool]
    half = (len(values) + 1) // 2
    parts = [part for part in (values[:half], values[half:], switches) if part]
    for column, part in zip(st.columns(max(2, len(parts)), gap="large"), parts, strict=False):
        with column:
            for path, about, value, kind in part:
                draw(path, about, value, kind)


def caption(about: Knob, label: str, moved: bool) -> str:
    """Return the label with its marks: needs a rebuild, moved by the user."""
    marks = f" {REBUILD}" if about.affects == "build" else ""
    words = label or about.help
    if words.startswith(ADDITION):
        words = words.removeprefix(ADDITION)
        words = words[:1].upper() + words[1:]
    return f"{words}{marks}{' · moved' if moved else ''}"


def tooltip(path: str, about: Knob) -> str:
    """Return the knob's name in settings, its variable and what moving it costs."""
    variable = f"HYPERMEM_{about.env or path.replace('.', '_').upper()}"
    cost = {"build": "Moving it needs a rebuild.", "retrieve": "Acts at once, no rebuild."}
    return f"{about.help}  \n`{path}` · `{variable}`  \n{cost.get(about.affects, '')}"


def draw(
    path: str,
    about: Knob,
    value: Any,
    kind: Any,
    label: str = "",
    to: Callable[[str, Any], object] = state.override,
    moved: Collection[str] | None = None,
) -> None:
    """Draw the widget that fits the knob's type and range; what the user moves goes `to`."""
    key = f"knob-{path}"
    moved = dict(state.get().overrides) if moved is None else moved
    name, tip = caption(about, label, path in moved), tooltip(path, about)
    options = choices(kind)
    state.bind(key, value)
    args = (path, key, to)
    shared: dict[str, Any] = {"key": key, "help": tip, "on_change": _moved, "args": args}
    if kind is bool:
        st.toggle(name, **shared)
    elif options:
        st.selectbox(name, options, **shared)
    elif about.known:
        offered = list(dict.fromkeys([*about.known, str(value)]))
        st.selectbox(name, offered, accept_new_options=True, **shared)
    elif kind in (int, float):
        _number(name, about, kind, shared)
    else:
        st.text_input(name, **shared)
    if state.kept(f"refused-{path}"):
        st.text(f"✗ {state.kept(f'refused-{path}')}")


def _number(name: str, about: Knob, kind: type[int] | type[float], shared: dict[str, Any]) -> None:
    step = kind(about.step or (1 if kind is int else 0.05))
    low = None if about.low is None else kind(about.low)
    high = None if about.high is None else kind(about.high)
    if low is None or high is None or (high - low) / step > MOST_SLIDER_STEPS:
        st.number_input(name, low, high, step=step, **shared)
    else:
        st.slider(name, low, high, step=step, **shared)


def _moved(path: str, key: str, to: Callable[[str, Any], object]) -> None:
    try:
        to(path, state.widget(key))
    except SettingsError as error:  # said where it was typed; the old value stays
        state.keep(f"refused-{path}", f"{error.message} {error.hint}")
    else:
        state.keep(f"refused-{path}", None)
