"""The gold audit: load one, see what it faults, and how the ceilings move with the mode."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pandas as pd
import streamlit as st

from app.components.dispute import export_disputes
from app.components.export import export
from app.components.judge_scores import share
from app.components.problem import problem
from app.judging import Bench
from hypermem_core.errors import DataError
from hypermem_core.evaluation.disputes import (
    MOST_BYTES,
    drop_audit,
    keep_audit,
    kept_audit,
)
from hypermem_core.evaluation.gold import GoldMode


def gold_audit(bench: Bench, folder: Path) -> None:
    """Draw the audit of an experiment: loading it, its faults, its ceilings, one's disputes."""
    kept = kept_audit(folder, tuple(bench.talks.values()))
    if kept is None:
        _load(bench, folder)
    else:
        _kept(kept[0], len(kept[1].errors), len(kept[1].unmatched), folder)
    if not bench.audit.errors:
        st.info(
            "No gold answer of this run is in doubt. Load an audit, or dispute one under "
            "“Your verdict”, “Agreement” or in Diagnose."
        )
        return
    st.markdown("##### Best reachable accuracy against the gold")
    table = pd.DataFrame(ceiling_rows(bench))
    st.dataframe(table, hide_index=True, width="stretch")
    export(table, f"ceilings of {bench.run.run}")
    _faults(bench, folder)


def _load(bench: Bench, folder: Path) -> None:
    left, right = st.columns(2, gap="medium")
    path = left.text_input(
        "Path of an audit", placeholder="locomo-audit-errors.json", help="A JSON list of entries."
    )
    if left.button("Load this file", disabled=not path):
        _keep(Path(path).expanduser(), bench, folder)
    upload = right.file_uploader("or a file", type=["json"], key="audit-upload")
    if upload is not None and right.button("Load the uploaded file"):
        _keep_bytes(upload.getvalue(), upload.name, bench, folder)


def _keep(path: Path, bench: Bench, folder: Path) -> None:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = error.strerror or "it cannot be read"
        problem(DataError(f"{path.name}: {why}.", "Give the path of the audit's JSON file."))
        return
    _keep_bytes(data, path.name, bench, folder)


def _keep_bytes(data: bytes, name: str, bench: Bench, folder: Path) -> None:
    try:
        keep_audit(folder, data, name, tuple(bench.talks.values()))
    except DataError as error:
        problem(error)
        return
    st.rerun()


def _kept(name: str, found: int, unmatched: int, folder: Path) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{name}: {found:,} entries fit this run, {unmatched:,} are about other questions.")
        st.button(
            "Remove the audit",
            on_click=drop_audit,
            args=(folder,),
            type="tertiary",
            help="The file it was loaded from and your own disputes stay.",
        )


def ceiling_rows(bench: Bench) -> list[dict[str, Any]]:
    """Return a row for each mode: reachable ÷ questions by category and overall."""
    modes: tuple[GoldMode, ...] = get_args(GoldMode)
    found = {mode: bench.ceilings(mode) for mode in modes}
    groups = [one.group for one in found["as published"]]
    rows = []
    for mode, ceilings in found.items():
        cells = {one.group: share(one.reachable, one.questions) for one in ceilings}
        rows.append({"gold": mode} | {group: cells.get(group, "–") for group in groups})
    return rows


def _faults(bench: Bench, folder: Path) -> None:
    here = {name: error for name, error in bench.audit.errors.items() if name in bench.rows}
    kinds = {name: error.kind.replace("_", " ").lower() for name, error in here.items()}
    counts = Counter(kinds.values())
    said = ", ".join(f"{number:,} {kind}" for kind, number in counts.most_common())
    st.markdown(f"##### {len(here):,} gold answer{'' if len(here) == 1 else 's'} in doubt")
    st.text(said)
    table = pd.DataFrame(
        [
            {
                "question": error.question,
                "kind": kinds[name],
                "published": error.published,
                "should be": error.corrected,
                "gold turns": ", ".join(error.evidence),
                "why": error.note,
                "from": error.source,
            }
            for name, error in here.items()
        ]
    )
    st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(320, 38 + 35 * len(here)),
        column_config={"question": st.column_config.Column(width=230)},
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        export(table, f"golds in doubt of {bench.run.run}")
        export_disputes(folder)
