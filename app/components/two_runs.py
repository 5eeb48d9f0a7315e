"""A run against one or more others on the same questions: what changed, where, how surely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app import cache, comparing
from app.comparing import METRICS, Differs, Side
from app.components.changed_questions import changed_questions
from app.components.export import export
from app.components.gold_note import gold_note
from app.components.leaderboard import Ref, ref_label
from app.figures.canvas import chart_config
from app.figures.difference_dots import difference_dots
from app.markup import literal
from hypermem_core.errors import DataError
from hypermem_core.evaluation.compare import Metric, RunComparison, compare, unlike

MOST = 4  # runs compared with the first


def two_runs(refs: Sequence[Ref]) -> None:
    """Draw the choice, the warnings, the chart, the table and the lists of one comparison."""
    if len(refs) < 2:
        st.info("There is one run only. Evaluate another method or other settings to compare.")
        return
    first, others, metric = _choice(refs)
    if not others:
        st.info("Choose the run to compare with.")
        return
    a = _side(first)
    sides = {ref: _side(ref) for ref in others}
    like = _like(a, sides, metric)
    _warnings(a, sides)
    found = {}
    for ref in like:
        try:
            found[ref] = compare(a.run.rows, sides[ref].run.rows, metric)
        except DataError as error:
            st.warning(f"{_short(ref, refs)}: {error.message}", icon=":material/block:")
    found = {ref: one for ref, one in found.items() if one.differences or _nothing(one)}
    if not found:
        return
    _chart({_short(ref, refs): one for ref, one in found.items()}, metric)
    if metric.startswith("recall"):
        gold_note(first[0], [a.run])
    ref = _one_of(list(found), refs)
    changed_questions(found[ref], first, ref, metric)


def _alone(refs: Sequence[Ref]) -> bool:
    return len({experiment for experiment, _ in refs}) == 1


def _short(ref: Ref, refs: Sequence[Ref]) -> str:
    return ref_label(ref, _alone(refs))


def _choice(refs: Sequence[Ref]) -> tuple[Ref, list[Ref], Metric]:
    alone = _alone(refs)

    def label(ref: Ref) -> str:
        return ref_label(ref, alone)

    left, middle, right = st.columns([2, 2, 1.1], gap="medium")
    # the baseline stands first: the latest flat run, where there is one
    flat = next((n for n, ref in enumerate(refs) if ref[1].startswith("flat")), len(refs) - 1)
    first = left.selectbox("From run", list(refs), flat, format_func=label)
    rest = [ref for ref in refs if ref != first]
    others = middle.multiselect("To", rest, rest[:1], format_func=label, max_selections=MOST)
    metric = right.selectbox("Metric", list(METRICS), format_func=lambda name: METRICS[name])
    return first, others, metric


def _side(ref: Ref) -> Side:
    return comparing.side(cache.store(), ref[0], cache.evaluation(*ref))


def _like(a: Side, sides: Mapping[Ref, Side], metric: Metric) -> list[Ref]:
    """Return the runs whose metric may stand in one chart with the first's; say why not else."""
    found = []
    for ref, b in sides.items():
        why = unlike(a.about, b.about, metric)
        if why:
            st.error(f"{literal(ref_label(ref))}: {literal(why)}", icon=":material/block:")
        else:
            found.append(ref)
    return found


def _nothing(one: RunComparison) -> bool:
    st.info(f"No shared question has a value of this metric in both runs ({one.unscored:,} asked).")
    return False


def _warnings(a: Side, sides: Mapping[Ref, Side]) -> None:
    """Name everything that differs beside the one thing that is meant to differ."""
    found = {ref: comparing.differences(a, b) for ref, b in sides.items()}
    groups = [name for name in comparing.GROUPS if any(_in(d, name) for d in found.values())]
    if not groups:
        st.success("Nothing differs that these runs keep: same settings, models, judge and data.")
        return
    meant: str | None = groups[0]
    if len(groups) == 1:
        st.caption(f"Only this differs between the runs: {meant}.")
    else:
        meant = st.segmented_control(
            "Meant to differ", groups, default=groups[0], key="meant", required=True
        )
    for ref, differs in found.items():
        beside = [one for one in differs if one.group != meant]
        if beside:
            _warning(ref, meant or groups[0], beside)
    rows = [_row(ref, one) for ref, differs in found.items() for one in differs]
    with st.expander(f"Everything that differs ({len(rows)})"):
        st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
        export(rows, "what differs")


def _in(differs: Sequence[Differs], group: str) -> bool:
    return any(one.group == group for one in differs)


def _row(ref: Ref, one: Differs) -> dict[str, Any]:
    return {
        "to": ref_label(ref),
        "kind": one.group,
        "what": one.name,
        "from run": one.first,
        "to run": one.second,
    }


def _warning(ref: Ref, meant: str, beside: Sequence[Differs]) -> None:
    named = ", ".join(f"{one.name} ({one.first} → {one.second})" for one in beside)
    st.warning(
        f"Beside the {meant}, {len(beside)} more thing{'' if len(beside) == 1 else 's'} "
        f"differ{'s' if len(beside) == 1 else ''} in {literal(ref_label(ref))}: {literal(named)}",
        icon=":material/warning:",
    )


def table_rows(found: Mapping[str, RunComparison]) -> list[dict[str, Any]]:
    """Return one line a run and category, shares in percent and differences in points."""
    return [
        {
            "to": run,
            "category": one.group,
            "n": one.questions,
            "from %": 100 * one.first,
            "to %": 100 * one.second,
            "difference": 100 * one.difference,
            "95 % low": 100 * one.low,
            "95 % high": 100 * one.high,
            "gained": one.gained,
            "lost": one.lost,
            "McNemar p": one.p,
        }
        for run, comparison in found.items()
        for one in comparison.differences
    ]


def _chart(found: Mapping[str, RunComparison], metric: Metric) -> None:
    left, right = st.columns([1.6, 1], gap="large")
    with left:
        st.markdown(f"##### {METRICS[metric]}: difference by category")
        series = {run: one.differences for run, one in found.items()}
        figure = difference_dots(series, "difference in points, with 95 % interval")
        st.plotly_chart(figure, key="differences", config=chart_config("differences"))
    with right:
        for run, one in found.items():
            _overall(run, one)
        st.caption("Paired bootstrap over questions, 2,000 draws. McNemar: exact, two-sided.")
    _table(found, metric)


def _overall(run: str, one: RunComparison) -> None:
    """Draw the overall difference with its interval, its p and the questions it stands on."""
    whole = next((d for d in one.differences if d.group == "overall"), one.differences[-1])
    with st.container(border=True):
        st.caption(f"{literal(run)} · {whole.group}, n = {whole.questions:,}")
        with st.container(horizontal=True, gap="medium"):
            st.metric("Difference", f"{100 * whole.difference:+.1f} points")
            st.metric("95 % interval", f"{100 * whole.low:+.1f} to {100 * whole.high:+.1f}")
            if whole.p is not None:
                st.metric("McNemar p", f"{whole.p:.2g}")
        st.caption(
            f"{whole.first:.1%} → {whole.second:.1%}; {whole.gained:,} gained, "
            f"{whole.lost:,} lost. {_left_out(one)}"
        )


def _table(found: Mapping[str, RunComparison], metric: Metric) -> None:
    rows = table_rows(found)
    table = pd.DataFrame(rows)
    if len(found) == 1:
        table = table.drop(columns="to")
    points = st.column_config.NumberColumn(format="%+.1f", help="percentage points")
    share = st.column_config.NumberColumn(format="%.1f")
    config: dict[str, Any] = dict.fromkeys(("difference", "95 % low", "95 % high"), points)
    config |= dict.fromkeys(("from %", "to %"), share)
    config["McNemar p"] = st.column_config.NumberColumn(
        format="%.2g", help="Exact, two-sided; of the judge's labels only."
    )
    with st.expander("The same as a table"):
        st.dataframe(table, hide_index=True, width="stretch", column_config=config)
        export(rows, f"differences in {metric}")


def _left_out(one: RunComparison) -> str:
    parts = {
        "not scored in both": one.unscored,
        "only in the first": one.only_first,
        "only in the second": one.only_second,
    }
    named = ", ".join(f"{number:,} {why}" for why, number in parts.items() if number)
    return f"Left out: {named}." if named else "No question is left out."


def _one_of(found: Sequence[Ref], refs: Sequence[Ref]) -> Ref:
    if len(found) == 1:
        return found[0]
    # by number: a tuple as the default would be read as several choices
    picked = st.segmented_control(
        "Lists of",
        range(len(found)),
        default=0,
        format_func=lambda number: literal(_short(found[number], refs)),
        required=True,
    )
    return found[picked or 0]
