"""What if, for all questions of a run: the difference in recall and tokens, gained and lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app import navigation, state
from app.components.export import export
from app.figures.canvas import chart_config
from app.figures.recall_curves import recall_curves
from app.markup import literal
from hypermem_core.diagnosis.kept import KeptSweep
from hypermem_core.diagnosis.whatif import Shift, WhatIf
from hypermem_core.evaluation.recall import BUDGETS


def whatif_all(sweep: KeptSweep) -> None:
    """Draw a finished rerun against the run it was made from."""
    found = sweep.found
    if found is None or not found.shifts:
        st.info("None of these questions has usable evidence, so there is no recall to compare.")
        return
    _numbers(found)
    left, right = st.columns([1, 1.3], gap="large")
    with left:
        curves = {
            "saved run": {str(b): found.recall(b, "before") for b in BUDGETS},
            "now": {str(b): found.recall(b) for b in BUDGETS},
        }
        st.plotly_chart(recall_curves(curves), key="whatif", config=chart_config("what-if"))
        n, out = len(found.shifts), found.left_out
        st.caption(
            f"n = {n:,}; {out:,} without usable evidence left out. Retrieval took "
            f"{found.seconds:.1f} s, {1000 * found.seconds / max(1, n + out):.0f} ms a question."
        )
    with right:
        _lists(found)


def _numbers(found: WhatIf) -> None:
    with st.container(border=True, horizontal=True, gap="medium"):
        for budget in BUDGETS:
            before, after = found.recall(budget, "before"), found.recall(budget)
            change = 100 * (after - before)
            same = abs(change) < 0.05
            st.metric(
                f"Recall @ {budget:,}",
                f"{after:.1%}",
                "no change" if same else f"{change:+.1f} points",
                delta_color="off" if same else "normal",
                delta_arrow="off" if same else "auto",
            )
        old, new = found.read
        same = abs(new - old) < 0.5
        st.metric(
            "Tokens read",
            f"{new:,.0f}",
            "no change" if same else f"{new - old:+,.0f}",
            delta_color="off",
            delta_arrow="off" if same else "auto",
        )


def shift_row(shift: Shift, budget: int) -> dict[str, Any]:
    """Return a question as a line of the gained or lost list."""
    return {
        "category": shift.category or "",
        "question": shift.question,
        "run": shift.before.get(str(budget)),
        "now": shift.after.get(str(budget)),
        "conversation": shift.conversation_id,
    }


def _lists(found: WhatIf) -> None:
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        budget = st.segmented_control(
            "All gold turns inside, tokens",
            BUDGETS,
            default=1000,
            format_func=lambda number: f"{number:,}",
            required=True,
            key="whatif-budget",
        )
        lists = {"gained": found.gained(budget or 1000), "lost": found.lost(budget or 1000)}
        kind = st.segmented_control(
            "Questions",
            list(lists),
            default="gained",
            format_func=lambda name: f"{name.capitalize()} {len(lists[name]):,}",
            required=True,
            key="whatif-kind",
        )
    shifts = lists[kind or "gained"]
    if not shifts:
        st.info(f"No question was {kind} at {budget:,} tokens.")
        return
    rows = [shift_row(shift, budget or 1000) for shift in shifts]
    chosen = _table(rows, shifts, f"{kind}-{budget}")
    with st.container(horizontal=True):
        export(rows, f"{kind} at {budget} tokens")
        if st.button(f"Open in Ask: {literal(chosen.question[:40])}", icon=":material/search:"):
            state.update(question=chosen.question, conversation_id=chosen.conversation_id)
            navigation.go("ask")


def _table(rows: Sequence[dict[str, Any]], shifts: Sequence[Shift], name: str) -> Shift:
    share = st.column_config.NumberColumn(format="percent", width=60)
    event: Any = st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        width="stretch",
        height=min(300, 38 + 35 * len(rows)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"shifts-{name}",
        column_config={"run": share, "now": share},
    )
    picked = [row for row in event.selection.rows if row < len(shifts)]
    return shifts[picked[0] if picked else 0]
