"""Scores of every judge by category: chart and table, denominators in every cell."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from app import theme
from app.components.export import export
from app.figures.canvas import chart_config
from app.figures.judge_bars import ABSTAIN, judge_bars
from app.judging import Bench, charts, short_names
from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel import abstentions, always_abstain
from hypermem_core.evaluation.panel_scores import ScoreLine, score_lines

NONE = theme.UNSCORED


def judge_scores(bench: Bench) -> None:
    """Draw what every judge says of the run, under the gold mode."""
    ceilings = bench.ceilings(bench.mode)
    names = short_names(list(bench.side.verdicts))
    lines = {names[judge]: score_lines(bench.side, judge, ceilings) for judge in names}
    baseline = always_abstain(list(bench.side.rows.values()))
    if not any(line.scored for found in lines.values() for line in found):
        st.info("No answer of this run is judged under this gold yet.")
        return
    tops = ceilings if bench.audit.errors else ()
    for axis, judges in charts(list(names)).items():
        series = {names[judge]: lines[names[judge]] for judge in judges}
        figure = judge_bars(series, tops, baseline, bench.mode, axis)
        st.plotly_chart(figure, key=axis, config=chart_config("judges"))
    table = pd.DataFrame(rows_of(lines, ceilings, baseline))
    st.dataframe(table, hide_index=True, width="stretch")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(said(bench), width="stretch")
        export(table, f"judges of {bench.run.run}")


def rows_of(
    lines: dict[str, tuple[ScoreLine, ...]],
    ceilings: tuple[Ceiling, ...],
    baseline: tuple[Ceiling, ...],
) -> list[dict[str, Any]]:
    """Return the table: a row for each judge, F1, the ceiling and the abstaining baseline."""
    groups = [line.group for line in next(iter(lines.values()))]
    found: list[dict[str, Any]] = []
    for judge, mine in lines.items():
        row: dict[str, Any] = {"": judge} | {line.group: cell(line) for line in mine}
        whole = mine[-1]
        found.append(row | {"unscored": f"{whole.unscored:,}", "not judged": f"{whole.unjudged:,}"})
    first = next(iter(lines.values()))
    found.append({"": "F1, LoCoMo"} | {line.group: f1_cell(line) for line in first})
    for name, counts in (("ceiling", ceilings), (ABSTAIN, baseline)):
        by_group = {one.group: share(one.reachable, one.questions) for one in counts}
        found.append({"": name} | {group: by_group.get(group, NONE) for group in groups})
    return [
        row | {name: row.get(name, NONE) for name in ("unscored", "not judged")} for row in found
    ]


def cell(line: ScoreLine) -> str:
    """Return `25/69 36.2%`; a dash where nothing was scored."""
    return share(line.correct, line.scored)


def f1_cell(line: ScoreLine) -> str:
    """Return `0.268 (69)`."""
    return NONE if line.f1 is None else f"{line.f1:.3f} ({line.f1_questions:,})"


def share(part: int, whole: int) -> str:
    """Return a share with its denominator."""
    return f"{part:,}/{whole:,} {part / whole:.1%}" if whole else NONE


def said(bench: Bench) -> str:
    """Return the sentences below the table: what is counted, and who abstains how often."""
    found = abstentions(list(bench.side.rows.values()))
    (on_traps, traps), (on_others, others) = found["adversarial"], found["others"]
    parts = [
        f"Correct ÷ scored; unscored is never wrong. Gold {bench.mode}: "
        f"{len(bench.side.rows):,} questions, {bench.side.left_out:,} left out. "
        "Overall leaves category 5 out."
    ]
    if traps:
        parts.append(
            f"This run abstains on {on_traps:,} of {traps:,} adversarial questions "
            f"and on {on_others:,} of {others:,} others."
        )
    else:
        parts.append("The run asked no adversarial question.")
    parts.append(
        "Category 5 is matched by string, except by the judge “by type”; "
        "always abstaining scores all of it."
    )
    return " ".join(parts)
