"""All runs as one sortable table, and the published systems as another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app import cache, comparing, evaluating
from app.components.export import export
from app.markup import literal
from hypermem_core.evaluation.published import published, published_f1

Ref = tuple[str, str]  # experiment, run
HELP = {
    "questions": "In the overall scores: adversarial ones are left out unless the run is official.",
    "scored": "Answers the accuracy is a share of; an unscored one is never wrong.",
    "tokens": "Tokens of context the answerer could read, mean a question.",
    "ms / query": "Retrieval alone.",
    "calls / question": "Model calls of answering; 0: offline rules.",
    "judge": "Who judged: accuracies of different judges measure different things.",
}


def run_refs(experiments: Sequence[str]) -> list[Ref]:
    """Return the runs of some experiments that finished a question, each's latest first."""
    store = cache.store()
    return [(name, run) for name in experiments for run in evaluating.latest_runs(store, name)]


def ref_label(ref: Ref, alone: bool = True) -> str:
    """Return what a person knows a run by; the experiment too where there are several."""
    line = cache.leaderboard_line(*ref)
    many = line["conversations"]
    where = f"{many} conversation{'' if many == 1 else 's'}"
    when = f"{line['when']:%-d %b %H:%M}" if line["when"] else ""
    parts = (line["method"], line["preset"], where, when, "" if alone else ref[0])
    return " · ".join(part for part in parts if part)


def apart(labels: Sequence[str]) -> list[str]:
    """Return labels cut to what tells them apart, and their last part: chips that fit a line."""
    parts = [label.split(" · ") for label in labels]
    found = []
    for part in parts:
        enough = (n for n in range(1, len(part)) if [one[:n] for one in parts].count(part[:n]) == 1)
        found.append(" · ".join(dict.fromkeys([*part[: next(enough, len(part))], part[-1]])))
    return found


def column_config(columns: Sequence[str]) -> dict[str, Any]:
    """Return how each column is written: shares in percent, times in milliseconds."""
    found: dict[str, Any] = {}
    for name in columns:
        about = HELP.get(name)
        if name.startswith("accuracy"):
            found[name] = st.column_config.NumberColumn(format="%.1f", width=250)
        elif name.startswith("recall") or name == "F1":
            found[name] = st.column_config.NumberColumn(format="%.1f", help="percent")
        elif name in {"tokens", "ms / query"}:
            found[name] = st.column_config.NumberColumn(format="%.0f", help=about)
        elif name == "when":
            found[name] = st.column_config.DatetimeColumn(format="D MMM HH:mm")
        else:
            found[name] = st.column_config.Column(help=about, pinned=name == "method")
    judged = [name for name in columns if name.startswith("accuracy")]
    if len(judged) == 1:  # the caption names the only judge
        found[judged[0]] = st.column_config.NumberColumn("accuracy", format="%.1f", help=judged[0])
    return found


def in_order(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines best first where one judge made them comparable; scores before recall."""
    judged = [name for name in table.columns if name.startswith("accuracy")]
    if len(judged) == 1:
        table = table.sort_values(judged[0], ascending=False, kind="stable")
    first = ["method", "preset", "experiment", "questions", *judged, "scored", "F1"]
    return table[[*first, *(name for name in table.columns if name not in first)]]


def leaderboard(refs: Sequence[Ref]) -> None:
    """Draw the table of runs and, apart, the published ones."""
    table = in_order(pd.DataFrame([cache.leaderboard_line(*ref) for ref in refs]))
    if table["experiment"].nunique() == 1:
        table = table.drop(columns="experiment")
    st.dataframe(
        table, hide_index=True, width="stretch", column_config=column_config(list(table.columns))
    )
    judges = sorted(table["judge"].unique())
    if len(judges) == 1:
        st.caption(f"Percent, best first; a heading sorts. Judge: {literal(judges[0])}.")
    else:
        st.caption("Percent. A heading sorts. Each judge has its own column, so none is mixed.")
    export(table, "leaderboard")
    _published()


def _published() -> None:
    for found, name in ((published(), "published accuracy"), (published_f1(), "published F1")):
        with st.expander(f"{found.label[:1].upper()}{found.label[1:]}: {found.metric}"):
            judged = f", judged by {found.judge}" if found.judge else ""
            st.caption(f"{found.source}. Answered by {found.answered_by}{judged}. Not ours.")
            lines = comparing.published_lines(found)
            # the number that is quoted stands first; a narrow screen shows no more
            table = pd.DataFrame(lines)
            table.insert(1, "overall", table.pop("overall"))
            two = st.column_config.NumberColumn(format="%.2f")
            config = dict.fromkeys(table.columns[1:], two)
            st.dataframe(table, hide_index=True, width="stretch", column_config=config)
            export(lines, name)
