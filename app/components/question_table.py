"""The questions of a run, filtered to the wrong or the lost, one of them to open in Ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app import theme
from app.components.evaluation_results import names
from app.components.export import export
from app.evaluating import FILTERS, Evaluated, filtered, lost_at
from app.figures.labels import shorten
from app.markup import literal
from hypermem_core.types import EvalRow


def table_row(row: EvalRow) -> dict[str, Any]:
    """Return what the table shows of a row."""
    budgets = row.recall.at_budget if row.recall else {}
    label = row.verdict.label if row.verdict else "unscored"
    return {
        "": theme.MARKS[label] if row.verdict else "",
        "question": row.question.text,
        "category": row.question.category or "",
        "gold": row.question.answer,
        "answer": row.answer.text if row.answer else row.error,
        "F1": row.f1,
        "recall": budgets[max(budgets, key=int)] if budgets else None,
        "lost after": f"{theme.LOST} {lost_at(row)}" if lost_at(row) else "",
    }


def frame(rows: Sequence[EvalRow]) -> pd.DataFrame:
    """Return the table; the conversation is a column only where there are several."""
    found = pd.DataFrame([table_row(row) for row in rows])
    ids = [row.conversation_id for row in rows]
    if len(set(ids)) > 1:
        found.insert(3, "conversation", ids)
    return found


def columns() -> dict[str, Any]:
    """Return the widths that let every column end inside a 1280 px screen."""
    return {
        "": st.column_config.TextColumn(width=40, help="✓ correct, ✗ wrong, – unscored"),
        "category": st.column_config.TextColumn(width=90),
        "conversation": st.column_config.TextColumn(width=110),
        "question": st.column_config.TextColumn(width=250),
        "gold": st.column_config.TextColumn(width=115),
        "answer": st.column_config.TextColumn(width=115),
        "F1": st.column_config.NumberColumn(format="%.2f", width=50),
        "recall": st.column_config.NumberColumn(
            format="%.2f", width=60, help="inside 4,000 tokens"
        ),
        "lost after": st.column_config.TextColumn(width=115),
    }


def _chosen(runs: Sequence[Evaluated]) -> tuple[Evaluated, str]:
    """Draw the pickers; return the run and the filter chosen."""
    by_name = names(runs)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        name = st.segmented_control(
            "Run",
            list(by_name),
            default=next(iter(by_name)),
            label_visibility="collapsed",
            required=True,
            key="table-run",
        )
        run = by_name[name] if name in by_name else next(iter(by_name.values()))
        counts = {key: len(filtered(run.rows, key)) for key in FILTERS}
        kind = st.segmented_control(
            "Show",
            list(FILTERS),
            default="All",
            label_visibility="collapsed",
            required=True,
            format_func=lambda key: f"{key} {counts[key]:,}",
            key="table-filter",
        )
    return run, kind or "All"


def question_table(runs: Sequence[Evaluated]) -> tuple[EvalRow, Evaluated, str] | None:
    """Draw the table; return a row to open, its run and the page's key, when asked for."""
    run, kind = _chosen(runs)
    rows = filtered(run.rows, kind)
    if not rows:
        st.info("No question of this run is among these.")
        return None
    table = frame(rows)
    event: Any = st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(360, 38 + 35 * len(rows)),  # no empty lines under a few rows
        on_select="rerun",
        selection_mode="single-row",
        key=f"table-{run.run}-{kind}",
        column_config=columns(),
    )
    chosen = rows[event.selection.rows[0] if event.selection.rows else 0]
    with st.container(horizontal=True, vertical_alignment="center"):
        page = _opens(chosen)
        export(table, f"{kind or 'All'} questions of {run.run}")
    return (chosen, run, page) if page else None


def _opens(row: EvalRow) -> str:
    """Draw where a question can be opened; return the key of the page asked for."""
    question = literal(shorten(row.question.text, 60))
    asked = st.button(f"Open in Ask: {question}", icon=":material/search:")
    diagnosed = st.button(
        "Diagnose",
        icon=":material/troubleshoot:",
        disabled=row.custody is None,
        help="Where its gold turns were lost.",
    )
    return "ask" if asked else "diagnose" if diagnosed else ""
