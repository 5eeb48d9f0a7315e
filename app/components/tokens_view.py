"""Accuracy or recall against tokens: runs, sweeps, and the published systems at the edge."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import cache
from app.components.export import export
from app.components.leaderboard import Ref, ref_label
from app.figures.canvas import chart_config
from app.figures.tokens_scatter import Spot, tokens_scatter
from app.markup import literal
from app.sweeping import BUDGET
from hypermem_core.diagnosis.kept import KeptSweep
from hypermem_core.evaluation.published import published

RECALL = "recall of the whole context"


def tokens_view(refs: Sequence[Ref], sweeps: Sequence[KeptSweep]) -> None:
    """Draw the scatter of one measure; accuracies of different judges never share one."""
    judges = sorted({cache.leaderboard_line(*ref)["judge"] for ref in refs})
    kinds = [*(f"accuracy · {judge}" for judge in judges), RECALL]
    kind = st.segmented_control(
        "Measure", kinds, default=kinds[0], format_func=literal, required=True, key="scatter"
    )
    if kind == RECALL:
        series = recall_series(sweeps)
        known: dict[str, float] = {}
    else:
        judge = (kind or kinds[0]).removeprefix("accuracy · ")
        series = accuracy_series(refs, sweeps, judge)
        # a lexical judge measures something else than the published LLM judge
        known = {s.name: s.overall / 100 for s in published().systems}
    if not any(series.values()):
        st.info("Nothing to draw yet: run a sweep, or an evaluation that answers and judges.")
        return
    lexical = "lexical" in (kind or "")
    # another kind of judge is another metric: then only whoever asks for it sees both together
    shown = known if known and (not lexical or st.toggle("Published points, other judge")) else None
    figure = tokens_scatter(series, kind or RECALL, shown)
    st.plotly_chart(figure, key="tokens", config=chart_config("tokens"))
    if shown:
        _about_published(lexical)
    rows = [
        {"series": name, "setting": s.name, "tokens": s.tokens, "share": s.share, "n": s.n}
        for name, spots in series.items()
        for s in spots
    ]
    export(rows, f"{kind} against tokens")


def _about_published(lexical: bool) -> None:
    found = published()
    rule = " Ours here are judged by a lexical rule, which measures something else."
    other = rule if lexical else ""
    st.caption(
        f"Hollow: {found.label}; {found.metric}, answered by {found.answered_by}, judged by "
        f"{found.judge}. Their table states no tokens, so they stand apart.{other}"
    )


def accuracy_series(
    refs: Sequence[Ref], sweeps: Sequence[KeptSweep], judge: str
) -> dict[str, list[Spot]]:
    """Return the runs of a judge by method, and the judged settings of sweeps by sweep."""
    series: dict[str, list[Spot]] = {}
    for ref in refs:
        line = cache.leaderboard_line(*ref)
        share = line[f"accuracy · {line['judge']}"]
        if line["judge"] == judge and share is not None:
            label = line["preset"] if len(refs) < 8 else ref_label(ref)
            spot = Spot(label, line["tokens"] or 0.0, share / 100, line["questions"])
            series.setdefault(line["method"], []).append(spot)
    for sweep in sweeps:
        spots = [
            Spot(one.name, one.tokens, one.accuracy, one.scored)
            for one in sweep.judged
            if one.judge == judge and one.accuracy is not None
        ]
        if spots:
            series[_title(sweep, series)] = spots
    return {name: spots for name, spots in series.items() if spots}


def recall_series(sweeps: Sequence[KeptSweep]) -> dict[str, list[Spot]]:
    """Return every sweep's settings: recall of the whole context against its tokens.

    Where the answer's budget is swept, what is read of the context stands for the whole.
    """
    series: dict[str, list[Spot]] = {}
    for sweep in sweeps:
        if BUDGET in sweep.axes:
            spots = [Spot(p.name, p.tokens_read, p.inside, p.questions) for p in sweep.points]
        else:
            spots = [Spot(p.name, p.tokens, p.of_context, p.questions) for p in sweep.points]
        if spots:
            series[_title(sweep, series)] = spots
    return series


def _title(sweep: KeptSweep, taken: dict[str, list[Spot]]) -> str:
    name = f"{sweep.method}: {sweep.title}"
    return name if name not in taken else f"{name} ({sweep.created[5:16].replace('T', ' ')})"
