"""The results of evaluation runs: numbers, charts, published numbers apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app.components.export import export
from app.components.gold_note import gold_note
from app.evaluating import Evaluated
from app.figures.canvas import chart_config
from app.figures.category_bars import Bar, category_bars, published_dots
from app.figures.recall_curves import recall_curves
from app.figures.stage_funnel import stage_funnel
from hypermem_core.evaluation.published import published

BUDGET = "1000"
MOST_ROWS = 2  # runs shown as rows of large numbers
MEASURES = {
    "judge": ("judge", "judge_interval", "scored"),
    "F1": ("f1", "f1_interval", "f1_questions"),
}


def names(runs: Sequence[Evaluated]) -> dict[str, Evaluated]:
    """Return the runs by the shortest name that tells them apart: method, preset, …, when."""
    longest = max((run.label.count(" · ") for run in runs), default=0)
    for parts in range(1, longest + 2):
        short = [" · ".join(run.label.split(" · ")[:parts]) for run in runs]
        if len(set(short)) == len(runs):
            return dict(zip(short, runs, strict=True))
    return {f"{run.label} · {run.run[-4:]}": run for run in runs}


def percent(value: float | None) -> str:
    """Return a share as percent, or a dash where nothing was measured."""
    return "–" if value is None else f"{value:.1%}"


def noted_numbers(experiment: str, runs: Sequence[Evaluated]) -> None:
    """Draw the numbers, and which gold turns their recall is of where others are named."""
    numbers(runs)
    gold_note(experiment, runs)


def numbers(runs: Sequence[Evaluated]) -> None:
    """Draw one row of numbers for each run; many runs become one table."""
    if len(runs) > MOST_ROWS:
        table = numbers_table(runs)
        st.dataframe(table, hide_index=True, width="stretch")
        export(table, "numbers of the runs")
        return
    for name, run in names(runs).items():
        summary = run.summary
        with st.container(border=True, horizontal=True, gap="medium"):
            st.metric(name, f"{summary['questions']:,} questions", help="In the overall scores.")
            recall = summary["recall_at_budget"].get(BUDGET)
            _share(
                f"Recall @ {int(BUDGET):,} tokens",
                recall,
                f"n = {summary['recall_questions']:,}",
                _recall_help(summary),
            )
            _share(
                accuracy_name(run.judge), summary["judge"], _of_scored(summary), _judge_help(run)
            )
            _share("F1", summary["f1"], f"n = {summary['f1_questions']:,}")
            tokens, seconds = summary["context_tokens"], summary["seconds_per_query"]
            st.metric("Context", f"{tokens:,.0f} tokens" if tokens else "–")
            st.metric("Retrieval", "–" if seconds is None else f"{seconds * 1000:,.0f} ms")


def _share(label: str, value: float | None, of: str, about: str | None = None) -> None:
    """Draw a share with what it is a share of below it; neither where nothing was measured."""
    st.metric(
        label,
        percent(value),
        None if value is None else of,
        delta_color="off",
        delta_arrow="off",
        help=about,
    )


def _of_scored(summary: dict[str, Any]) -> str:
    unscored = f", {summary['unscored']:,} unscored" if summary["unscored"] else ""
    return f"{summary['correct']:,} of {summary['scored']:,}{unscored}"


def numbers_table(runs: Sequence[Evaluated]) -> pd.DataFrame:
    """Return the numbers of the runs, one line each."""
    rows = [
        {
            "run": name,
            "questions": run.summary["questions"],
            f"recall @ {int(BUDGET):,} tokens": percent(
                run.summary["recall_at_budget"].get(BUDGET)
            ),
            accuracy_name(run.judge): percent(run.summary["judge"]),
            "correct of scored": _of_scored(run.summary) if run.summary["scored"] else "–",
            "F1": percent(run.summary["f1"]),
            "context": f"{tokens:,.0f}" if (tokens := run.summary["context_tokens"]) else "–",
        }
        for name, run in names(runs).items()
    ]
    return pd.DataFrame(rows)


def _recall_help(summary: dict[str, Any]) -> str:
    left_out = summary["without_evidence"]
    return (
        f"Share of gold turns inside {int(BUDGET):,} tokens; n = {summary['recall_questions']:,}, "
        f"{left_out:,} questions without usable evidence left out."
    )


def accuracy_name(judge: str) -> str:
    """Return what the accuracy is called: a lexical judge is named as one."""
    return "Accuracy, lexical judge" if "lexical" in judge else "Accuracy, LLM judge"


def _judge_help(run: Evaluated) -> str:
    return (
        f"Judge: {run.judge}. {run.summary['correct']:,} of {run.summary['scored']:,} correct, "
        f"{run.summary['unscored']:,} unscored. Answers: {run.llm}."
    )


def retrieval_charts(runs: Sequence[Evaluated]) -> None:
    """Draw recall by token budget, and by stage of the first run that has stages."""
    left, right = st.columns([1.2, 1], gap="large")
    curves = {
        name: run.summary["recall_at_budget"]
        for name, run in names(runs).items()
        if run.summary["recall_at_budget"]
    }
    with left:
        st.markdown("###### Gold turns inside a context of n tokens")
        if curves:
            st.plotly_chart(recall_curves(curves), key="curves", config=chart_config("recall"))
        else:
            st.info("None of these questions has evidence to look for.")
    with right:
        staged = max(runs, key=lambda run: len(run.summary["recall_by_stage"]))
        st.markdown(f"###### Gold turns left after each stage · {staged.method}")
        if staged.summary["recall_by_stage"]:
            st.plotly_chart(
                stage_funnel(staged.summary["recall_by_stage"]),
                key="funnel",
                config=chart_config("stages"),
            )


def bars(summary: dict[str, Any], measure: str) -> list[Bar]:
    """Return the bars of a measure by category and overall; what was not measured has none."""
    value, interval, count = MEASURES[measure]
    parts = {**summary["by_category"], "overall": summary}
    return [
        Bar(name, part[value], part[interval][0], part[interval][1], part[count])
        for name, part in parts.items()
        if part[value] is not None
    ]


def score_charts(runs: Sequence[Evaluated]) -> None:
    """Draw our scores by category and, apart and labelled so, the published ones."""
    left, right = st.columns([1.2, 1], gap="large")
    with left:
        _own_scores(runs)
    with right:
        st.markdown("###### Published, other models")
        found = published()
        st.caption(
            f"{found.metric}. Answered by {found.answered_by}, judged by {found.judge}: "
            "not comparable with a lexical judge. " + found.source
        )
        systems = {
            s.name: {**{k: v / 100 for k, v in s.by_category.items()}, "overall": s.overall / 100}
            for s in found.systems
        }
        chart, table = st.tabs(["Chart", "Table"])
        chart.plotly_chart(
            published_dots(systems), key="published", config=chart_config("published")
        )
        rows = [
            {
                "system": s.name,
                **{str(k): v for k, v in s.by_category.items()},
                "overall": s.overall,
            }
            for s in found.systems
        ]
        with table:
            st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
            export(rows, "published numbers")


def _own_scores(runs: Sequence[Evaluated]) -> None:
    judges = sorted({run.judge for run in runs})
    st.markdown("###### This experiment")
    labels = {"judge": f"Accuracy, {', '.join(judges)}", "F1": "F1, LoCoMo"}
    measure = st.segmented_control(
        "Measure",
        list(labels),
        format_func=lambda name: labels[name],
        default="judge",
        label_visibility="collapsed",
        required=True,
    )
    series = {name: bars(run.summary, measure or "judge") for name, run in names(runs).items()}
    series = {name: found for name, found in series.items() if found}
    # Judges of different kinds measure different things: one chart holds one judge only.
    if measure == "judge" and len(judges) > 1:
        st.info("These runs had different judges; choose runs of one judge to chart accuracy.")
    elif not series:
        st.info("These runs only measured retrieval: switch on “Answer and judge” and run again.")
    else:
        st.plotly_chart(
            category_bars(series, labels[measure or "judge"]),
            key="scores",
            config=chart_config("scores"),
        )
        st.caption(f"Whiskers: 95 % intervals. {_on_adversarial(runs)}")


def _on_adversarial(runs: Sequence[Evaluated]) -> str:
    """Say where category 5 is counted, and what always abstaining would score on it."""
    official = {run.summary["adversarial"] == "official" for run in runs}
    where = "Overall leaves adversarial questions out."
    if official == {True}:
        where = "Overall holds adversarial questions too."
    elif True in official:
        where = "Overall holds adversarial questions in official runs only."
    traps = max(
        (run.summary["by_category"].get("adversarial", {}).get("scored", 0) for run in runs),
        default=0,
    )
    return f"{where} Always abstaining would score all {traps:,} of them." if traps else where
