"""The questions a run gained and lost against another, and one of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from app import cache, navigation, state, theme
from app.components.answer import STYLE as ANSWER_STYLE
from app.components.answer import gold_html
from app.components.evidence import STYLE, item_html
from app.components.export import export
from app.components.leaderboard import Ref
from app.markup import literal
from hypermem_core.evaluation.compare import Metric, Pair, RunComparison
from hypermem_core.evaluation.rows import load_row
from hypermem_core.types import EvalRow

SHOWN = 8  # items of evidence a side


def pair_row(pair: Pair, metric: Metric) -> dict[str, Any]:
    """Return a pair as a line: the question, both answers, both values."""
    before, after = pair.values
    return {
        "category": pair.first.question.category or "",
        "question": pair.first.question.text,
        "gold": pair.first.question.answer,
        "from": pair.first.answer.text if pair.first.answer else "",
        "to": pair.second.answer.text if pair.second.answer else "",
        f"{metric} from": before,
        f"{metric} to": after,
        "key": pair.key,
    }


def changed_questions(found: RunComparison, first: Ref, second: Ref, metric: Metric) -> None:
    """Draw the gained or the lost, and the chosen question in both runs."""
    lists = {"gained": found.gained, "lost": found.lost}
    kind = st.segmented_control(
        "Questions",
        list(lists),
        default="gained" if found.gained else "lost",
        format_func=lambda name: f"{name.capitalize()} {counted(lists[name])}",
        key=f"changed-{metric}",
        required=True,
    )
    pairs = lists[kind or "gained"]
    if not pairs:
        st.info(f"No question was {kind}.")
        return
    chosen = _table(pairs, metric, f"{kind}-{first}-{second}")
    export([pair_row(pair, metric) for pair in pairs], f"{kind} in {metric}")
    _side_by_side(chosen, first, second)


def counted(pairs: Sequence[Pair]) -> str:
    """Return how many there are, and how many the overall figures leave out."""
    apart = sum(pair.first.question.category == "adversarial" for pair in pairs)
    return f"{len(pairs):,}" + (f" ({apart:,} of category 5)" if apart else "")


def _table(pairs: Sequence[Pair], metric: Metric, name: str) -> Pair:
    table = pd.DataFrame([pair_row(pair, metric) for pair in pairs]).drop(columns="key")
    event: Any = st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(300, 38 + 35 * len(pairs)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"pairs-{name}-{metric}",
        column_config={
            "question": st.column_config.Column(width=300),
            "gold": st.column_config.Column(width=130),
            "from": st.column_config.Column(width=150),
            "to": st.column_config.Column(width=150),
            f"{metric} from": None,  # the list's name says it
            f"{metric} to": None,
        },
    )
    # a list that grew shorter may keep a selection past its end
    rows = [row for row in event.selection.rows if row < len(pairs)]
    return pairs[rows[0] if rows else 0]


def _side_by_side(pair: Pair, first: Ref, second: Ref) -> None:
    question = pair.first.question
    with st.container(border=True):
        heading, button = st.columns([4, 1], vertical_alignment="center")
        heading.markdown(f"**{literal(question.text)}**")
        heading.html(f"{ANSWER_STYLE}{gold_html(question)}")
        place = button.container(horizontal=True, horizontal_alignment="right")
        if place.button("Open in Ask", icon=":material/search:"):
            state.update(
                experiment=second[0],
                question=question.text,
                conversation_id=pair.second.conversation_id,
                method=pair.second.trace.method,
            )
            navigation.go("ask")
        for column, ref in zip(st.columns(2, gap="large"), (first, second), strict=True):
            row = load_row(cache.store().run_folder(*ref), pair.key)
            with column:
                row_side(row, cache.leaderboard_line(*ref)["method"], question.evidence)


def row_side(row: EvalRow | None, name: str, gold: Sequence[str]) -> None:
    """Draw a saved question: answer, verdict, recall, and the evidence it was answered from."""
    st.markdown(f"##### {literal(name)}")
    if row is None:
        st.info("This run's rows on disk no longer hold the question.")
        return
    label = row.verdict.label if row.verdict else "unscored"
    words = row.answer.text if row.answer else row.error or "not answered"
    st.html(f'<div class="hm-answer">{theme.MARKS[label]} {escape(words)}</div>')
    st.caption(_facts(row))
    if row.verdict and row.verdict.reason:
        st.text(row.verdict.reason)
    st.html(STYLE + "".join(item_html(item, gold) for item in row.trace.evidence[:SHOWN]))
    more = len(row.trace.evidence) - SHOWN
    if more > 0:
        with st.expander(f"{more} more items"):
            rest = row.trace.evidence[SHOWN:]
            st.html(STYLE + "".join(item_html(item, gold) for item in rest))


def _facts(row: EvalRow) -> str:
    parts = [f"{row.tokens:,} tokens", f"{row.trace.seconds * 1000:,.0f} ms"]
    if row.recall:
        parts += [
            f"recall @ {int(budget):,} {share:.0%}"
            for budget, share in sorted(row.recall.at_budget.items(), key=lambda item: int(item[0]))
        ]
    if row.f1 is not None:
        parts.append(f"F1 {row.f1:.2f}")
    return " · ".join(parts)
