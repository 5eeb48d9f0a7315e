"""Why, or why not: where a target stood in every list, what cut it, and the smallest cure."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app import theme
from app.components.export import export
from app.components.ranked_list import significant
from app.explaining import Asked
from app.figures.rank_bump import list_name
from hypermem_core.diagnosis.whynot import WhyNot
from hypermem_core.types import Place, Step

COLUMNS = ["stage", "list", "rank", "of", "stage's end", "score", "by"]


def verdict(found: WhyNot) -> str:
    """Return what became of the target in one sentence."""
    if not found.steps:
        return "No stage of this method ranks it."
    if not found.cut_at and not all(step.kept for step in found.steps):
        return f"{theme.CORRECT} It is in the context: not every stage has to keep it."
    if not found.cut_at:
        return f"{theme.CORRECT} It was kept by every stage that ranks it."
    last = found.steps[-1]
    needs = f"; rank {last.needs:,} decided" if last.needs and found.cut_at == last.stage else ""
    place = "context" if found.cut_at == "context" else f"{found.cut_at} stage"
    return f"{theme.WRONG} Cut at the {place}: {found.limit}{needs}."


def standing_frame(found: WhyNot) -> pd.DataFrame:
    """Return a row for every list of every stage."""
    rows = [_row(step, one) for step in found.steps for one in step.places]
    return pd.DataFrame(rows, columns=COLUMNS)


def _row(step: Step, one: Place) -> dict[str, object]:
    end = f"{theme.CORRECT} kept" if step.kept else f"{theme.WRONG} {step.limit}"
    rank = f"{one.rank:,}" if one.rank else theme.UNSCORED
    score = significant(one.score) if one.rank else theme.UNSCORED
    values = (step.stage, list_name(one.ranker), rank, one.of, end, score, step.node_id)
    return dict(zip(COLUMNS, values, strict=True))


def cure_words(found: WhyNot) -> str:
    """Return the smallest change in words, or that none was found."""
    if found.cure is None:
        tries = f"{found.tried} change{'s' if found.tried != 1 else ''} of one knob"
        return f"No cure among {tries} tried." if found.tried else "No single knob would keep it."
    return f"The smallest change that keeps it: {found.cure.written} (tried, and it does)."


def why_view(asked: Asked, target: str) -> None:
    """Draw the verdict, the cure and the table of ranks."""
    found = asked.standing(target)
    st.text(verdict(found))
    if found.cut_at:
        _cure(asked, target)
    if found.steps:
        _table(found)
    else:
        st.text("Nothing was extracted from it that this method could rank.")


def _cure(asked: Asked, target: str) -> None:
    if asked.costly and not st.button(
        "Find the smallest cure",
        icon=":material/healing:",
        help="Every change is tried by asking again, with the reranker or the chat model.",
    ):
        return
    with st.spinner("Trying one knob after the other …"):
        cured = asked.cured(target)
    st.text(cure_words(cured))


def _table(found: WhyNot) -> None:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    frame = standing_frame(found)
    st.dataframe(
        frame,
        hide_index=True,
        width="stretch",
        height=min(420, 38 + 35 * len(frame)),
        column_config={
            "stage": text(width=65),
            "list": text(width=65),
            "rank": text(width=50, help="– : the list does not hold it."),
            "of": number(width=45),
            "stage's end": text(width=110),
            "score": text(width=65),
            "by": text(width=100, help="The node that stood for it and came furthest."),
        },
    )
    export(frame, "places in every list")
