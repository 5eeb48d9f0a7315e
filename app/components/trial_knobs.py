"""The knobs of a what-if: they start where the saved run stood and change nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from app import navigation, state, sweeping
from app.components.knobs import draw
from app.components.retrieval_knobs import ROWS, SWITCHES
from hypermem_core.diagnosis.sweep import changed
from hypermem_core.settings import PRESETS, Settings, iter_knobs, preset

MOST = 5  # knobs abreast


def move(path: str, value: Any) -> None:
    """Move one knob of the trial."""
    others = tuple(item for item in state.get().trial if item[0] != path)
    state.update(trial=(*others, (path, value)))


def trial_settings(base: Settings) -> tuple[Settings, dict[str, Any]]:
    """Return the run's settings with the trial's knobs moved, and which those are."""
    moved = sweeping.moved(base, state.get().trial)
    return changed(base, moved), moved


def trial_knobs(method: str, settings: Settings, moved: Mapping[str, Any], base: Settings) -> None:
    """Draw the knobs that matter most; the others of the method are folded away."""
    rows = sweeping.knobs_of(method, settings)
    labels = {**ROWS.get(method, {}), **SWITCHES.get(method, {})}
    main = {path: rows[path] for path in labels if path in rows} or dict(list(rows.items())[:MOST])
    with st.container(key="knobs"):
        _draw({p: r for p, r in main.items() if r[2] is not bool}, labels, moved)
    switches = {p: r for p, r in main.items() if r[2] is bool}
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        for path, (about, value, kind) in switches.items():
            draw(path, about, value, kind, labels.get(path, ""), move, moved)
        if moved and st.button("Back to the run", icon=":material/undo:"):
            state.update(trial=())
            st.rerun()
        if moved and st.button("Use in Ask", icon=":material/search:"):
            _use(method, settings)
    if moved:
        before = {path: value for path, value in _values(base) if path in moved}
        said = ", ".join(f"{p.split('.')[-1]} {before[p]} → {v}" for p, v in moved.items())
        st.caption(f"Moved: {said}")
    rest = {path: row for path, row in rows.items() if path not in main}
    with st.expander(f"All other knobs of retrieval ({len(rest)})"):
        _draw(rest, {}, moved)


def _values(settings: Settings) -> list[tuple[str, Any]]:
    return [(path, value) for path, _, value, _ in iter_knobs(settings)]


def _draw(
    rows: Mapping[str, tuple[Any, Any, Any]], labels: Mapping[str, str], moved: Mapping[str, Any]
) -> None:
    items = list(rows.items())
    for start in range(0, len(items), MOST):
        columns = st.columns(MOST, gap="medium", vertical_alignment="bottom")
        for column, (path, row) in zip(columns, items[start : start + MOST], strict=False):
            with column:
                draw(path, *row, labels.get(path, ""), move, moved)


def _use(method: str, settings: Settings) -> None:
    """Take these settings over into the app: the nearest preset with the rest moved."""
    values = dict(_values(settings))
    apart = {
        name: [(p, values[p]) for p, was in _values(preset(name)) if values[p] != was]
        for name in PRESETS
    }
    best = min(apart, key=lambda name: len(apart[name]))
    own = {path for path, _ in _values(settings) if not path.startswith("models.")}
    overrides = tuple((path, value) for path, value in apart[best] if path in own)
    state.update(preset=best, overrides=overrides, method=method)
    navigation.go("ask")
