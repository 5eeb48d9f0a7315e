"""How far judges agree: κ of every pair and of all, and the questions they differ on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from app import theme
from app.components.export import export
from app.components.judged_question import judged_question, verdicts_html
from app.judging import Bench, agreements, short_names, strength
from hypermem_core.evaluation.agreement import Agreement, Labels, disagreements


def judge_agreement(bench: Bench) -> str | None:
    """Draw agreement and disagreements; return the question opened, None without any."""
    names = short_names(list(bench.side.verdicts))
    labels = {names[judge]: given for judge, given in bench.side.labels().items() if given}
    if len(labels) < 2:
        st.info("One judge cannot disagree. Run another one, or give your own verdicts.")
        return None
    everyone, pairs = agreements(labels)
    table = pd.DataFrame([_row(pair) for pair in pairs])
    kappa = {"Cohen's κ": st.column_config.NumberColumn(format="%.3f")}
    st.dataframe(table, hide_index=True, width="stretch", column_config=kappa)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(_said(everyone, pairs), width="stretch")
        export(table, f"agreement on {bench.run.run}")
    return _disagreements(bench, labels)


def _row(pair: Agreement) -> dict[str, Any]:
    return {
        "judges": " – ".join(pair.judges),
        "Cohen's κ": None if pair.kappa is None else round(pair.kappa, 3),
        "agreement": strength(pair.kappa) if pair.questions else theme.UNSCORED,
        "same label": f"{round(pair.observed * pair.questions):,}/{pair.questions:,}",
        "left out": pair.left_out,
    }


def _said(everyone: Agreement | None, pairs: tuple[Agreement, ...]) -> str:
    head = ""
    if everyone is not None and everyone.questions:
        value = "undefined" if everyone.kappa is None else f"{everyone.kappa:.3f}"
        head = (
            f"Fleiss' κ of all {len(everyone.judges)}: **{value}** over "
            f"{everyone.questions:,} question{'' if everyone.questions == 1 else 's'} that all "
            "of them scored. "
        )
    return (
        f"{head}Left out: unscored or not judged by one of a pair, and category 5 where a "
        "string match stands in for the judge. Words for κ after Landis & Koch."
    )


def _disagreements(bench: Bench, labels: Mapping[str, Labels]) -> str | None:
    found = disagreements(labels)
    st.markdown(f"##### {len(found):,} questions the judges differ on")
    if not found:
        st.text("On every question that two of them scored they gave the same label.")
        return None
    keys = list(found)
    table = pd.DataFrame([_difference(bench, name, found[name], labels) for name in keys])
    event: Any = st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(300, 38 + 35 * len(keys)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"differ-{bench.run.run}-{bench.mode}-{len(keys)}",
        column_config={"question": st.column_config.Column(width=230)},
    )
    export(table, f"disagreements on {bench.run.run}")
    chosen = keys[event.selection.rows[0] if event.selection.rows else 0]
    with st.container(border=True):
        judged_question(bench, chosen)
        st.html(verdicts_html(bench, chosen))
    return chosen


def _difference(
    bench: Bench, name: str, given: Mapping[str, str], labels: Mapping[str, Labels]
) -> dict[str, Any]:
    row = bench.side.rows[name]
    marks = {judge: theme.MARKS.get(given.get(judge, ""), "") for judge in labels}
    return {
        "question": row.question.text,
        **marks,
        "category": row.question.category or "",
        "gold": row.question.answer,
        "answer": row.answer.text if row.answer else "",
    }
