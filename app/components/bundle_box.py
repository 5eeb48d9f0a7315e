"""An experiment's way to another machine and back: one zip out, one zip in."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app import cache, navigation, state
from app.components.export import file_name
from hypermem_core.errors import DataError
from hypermem_core.reports.bundle import MOST_FILES, pack, unpack


def export_bundle(experiment: str) -> None:
    """Draw the download of an experiment with all its memories and runs."""
    store = cache.store()
    memories, runs = len(store.list_memories(experiment)), len(store.list_runs(experiment))
    if not memories and not runs:
        st.text(f"Experiment {experiment} holds nothing to export yet.")
        return
    st.text(
        f"Experiment {experiment}: {_counted(memories, 'memory', 'memories')}, "
        f"{_counted(runs, 'run', 'runs')}. Keys are never in it."
    )
    st.download_button(
        "Export this experiment",
        partial(pack, store, experiment),
        file_name(f"hypermem {experiment}", "zip"),
        "application/zip",
        icon=":material/archive:",
        on_click="ignore",
        help="One zip with conversations, memories, runs and reviews. It opens in any Studio.",
    )


def import_bundle() -> None:
    """Draw the door for a bundle; what comes in becomes the experiment shown.

    Raises:
        DataError: no bundle of ours, a path that leaves the folder, too large, or a name taken.
    """
    upload = st.file_uploader("A bundle: one zip exported by Studio", type=["zip"], key="bundle")
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    name = left.text_input("As experiment", "imported", key="bundle-name")
    if right.button("Open this bundle", disabled=upload is None, key="bundle-open"):
        if not state.NAME.fullmatch(name):
            raise DataError(
                f"{name!r} cannot name an experiment.", "Use letters, digits, '.', '_' and '-'."
            )
        if upload is not None:
            unpack(upload.getvalue(), cache.store(), name)
            show_experiment(name)
            navigation.go("conversations")
    st.caption(
        f"Checked before a byte is written: names, sizes, at most {MOST_FILES:,} files. One too "
        "large for this box opens with `python -m hypermem_core unbundle FILE --experiment NAME`."
    )


def show_experiment(name: str) -> None:
    """Make an experiment the state, with its first memory's method and conversation."""
    found = cache.store().list_memories(name)
    method = next((one.method for one in found if one.method == "hypermem"), "")
    first = next((one for one in found if one.method == method), found[0] if found else None)
    state.update(
        experiment=name,
        method=first.method if first else state.get().method,
        conversation_id=first.conversation_id if first else "",
        source="",
        selected="",
        question="",
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
