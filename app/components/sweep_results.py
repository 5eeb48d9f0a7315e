"""A finished sweep: its curves, heatmap or bars, its table, and what was judged."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from app.components.export import export
from app.figures.canvas import chart_config
from app.figures.sweep_lines import (
    WHOLE,
    by_category,
    measures,
    sweep_heatmap,
    sweep_lines,
    variant_bars,
)
from hypermem_core.diagnosis.judged import Judged
from hypermem_core.diagnosis.kept import KeptSweep
from hypermem_core.diagnosis.sweep import Point
from hypermem_core.evaluation.published import published

BUDGET = 1000


def sweep_results(sweep: KeptSweep) -> None:
    """Draw a kept sweep."""
    if not sweep.points or not sweep.points[0].questions:
        st.info("None of these questions has usable evidence, so there is no recall to sweep.")
        return
    if sweep.kind == "ablations":
        _ablations(sweep)
    elif sweep.kind == "two knobs":
        _two(sweep)
    else:
        _curves(sweep)
    rows = [point_row(point, _judged(sweep, point)) for point in sweep.points]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", column_config=_config(rows))
    st.caption(
        f"Percent. n = {sweep.points[0].questions:,} questions with usable evidence. Gained and "
        f"lost: all gold turns inside {sweep.budget:,} tokens, against the saved run. "
        f"Made in {sweep.seconds:.1f} s, {sweep.created.replace('T', ' ')}."
    )
    export(rows, f"{sweep.kind} {sweep.title}")


def _judged(sweep: KeptSweep, point: Point) -> Judged | None:
    return next((one for one in sweep.judged if one.name == point.name), None)


def point_row(point: Point, judged: Judged | None) -> dict[str, Any]:
    """Return a setting as a line: recall in percent, tokens, gained, lost, accuracy if judged."""
    row: dict[str, Any] = {"setting": point.name}
    row |= {f"recall @ {int(b):,}": 100 * share for b, share in point.recall.items()}
    row |= {"of whole context": 100 * point.of_context, "tokens": point.tokens}
    row |= {"of what is read": 100 * point.inside, "tokens read": point.tokens_read}
    row |= {"gained": len(point.gained), "lost": len(point.lost)}
    row["ms / query"] = point.milliseconds
    if judged is not None:
        accuracy, f1 = judged.accuracy, judged.f1
        row[f"accuracy · {judged.judge}"] = None if accuracy is None else 100 * accuracy
        row |= {"scored": judged.scored, "F1": None if f1 is None else 100 * f1}
    return row


def _config(rows: list[dict[str, Any]]) -> dict[str, Any]:
    share = st.column_config.NumberColumn(format="%.1f")
    whole = st.column_config.NumberColumn(format="%.0f")
    shares = {
        name: share
        for name in rows[0]
        if name.startswith(("recall", "of wh", "accuracy")) or name in {"F1", "ms / query"}
    }
    longest = max(len(row["setting"]) for row in rows)
    name = st.column_config.Column(pinned=True, width=min(220, 20 + 7 * longest))
    return {"setting": name, **shares, "tokens": whole, "tokens read": whole}


def _ablations(sweep: KeptSweep) -> None:
    left, right = st.columns([1.3, 1], gap="large")
    with left:
        st.markdown(f"##### Recall inside {BUDGET:,} tokens")
        shares = {point.name: point.recall.get(str(BUDGET), 0.0) for point in sweep.points}
        figure = variant_bars(shares, "gold turns found")
        st.plotly_chart(figure, key="ablations", config=chart_config("ablations"))
        st.caption(
            "Without facts (FC) recall is 0 by its definition: only facts state what a turn says. "
            "There judged accuracy is the measure."
        )
    with right:
        _judged_bars(sweep)
        found = published()
        st.markdown(f"##### {found.label[:1].upper()}{found.label[1:]}")
        rows = [
            {"setting": a.name, "accuracy": a.overall, "change": a.change} for a in found.ablations
        ]
        two = st.column_config.NumberColumn(format="%.2f")
        change = st.column_config.NumberColumn(format="%+.2f", help="points")
        config = {"accuracy": two, "change": change}
        st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", column_config=config)
        st.caption(f"{found.metric}. Judge: {found.judge}. {found.source}")
        export(rows, "published ablations")


def _judged_bars(sweep: KeptSweep) -> None:
    scored = {one.name: one.accuracy for one in sweep.judged if one.accuracy is not None}
    if not scored:
        return
    judge = sweep.judged[0].judge
    st.markdown("##### Judged accuracy")
    figure = variant_bars(scored, f"accuracy, {judge}")
    st.plotly_chart(figure, key="judged", config=chart_config("judged"))


def _curves(sweep: KeptSweep) -> None:
    """Draw one chart a swept knob, by budget or by category."""
    kind = st.segmented_control(
        "Lines",
        ("by budget", "by category"),
        default="by budget",
        required=True,
        label_visibility="collapsed",
        key="sweep-by",
    )
    columns = st.columns(len(sweep.axes)) if len(sweep.axes) > 1 else [st.container()]
    for column, path in zip(columns, sweep.axes, strict=True):
        points = [point for point in sweep.points if path in point.changes]
        if kind == "by category":
            lines = [by_category(point, BUDGET) for point in points]
        else:
            lines = [measures(point) for point in points]
        with column:
            figure = sweep_lines(points, path, lines, len(sweep.axes))
            st.plotly_chart(figure, key=f"curve-{path}", config=chart_config(f"sweep-{path}"))
    if kind == "by category":
        st.caption(f"Recall inside {BUDGET:,} tokens.")
    _judged_bars(sweep)


def _two(sweep: KeptSweep) -> None:
    names = list(measures(sweep.points[0]))
    measure = st.segmented_control(
        "Recall of", names, default=f"{BUDGET:,} tokens", required=True, key="heat-measure"
    )
    figure = sweep_heatmap(sweep.points, (sweep.axes[0], sweep.axes[1]), measure or WHOLE)
    st.plotly_chart(figure, key="heat", config=chart_config("sweep"))
    _judged_bars(sweep)
