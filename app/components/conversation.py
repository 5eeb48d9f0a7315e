"""A conversation to read: its size, its transcript by session, its questions by category."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from app import markup
from app.components.export import export
from hypermem_core.types import CATEGORY_ORDER, Conversation, Turn

if TYPE_CHECKING:  # slow to import, and the first screen has no table
    import pandas as pd

ALL = 0


def size(conversation: Conversation) -> None:
    """Draw the conversation's counts in one small row."""
    images = sum(1 for turn in conversation.turns if turn.caption or turn.image_url)
    counts = {
        "sessions": len(conversation.sessions),
        "turns": len(conversation.turns),
        "questions": len(conversation.questions),
        "images": images,
    }
    with st.container(horizontal=True, gap="large"):
        for name, number in counts.items():
            st.metric(name, f"{number:,}", width="content")
        st.metric("period", period(conversation), width="content")


def period(conversation: Conversation) -> str:
    """Return `May – Oct 2023`, or a dash where nothing has a date."""
    times = [session.time for session in conversation.sessions if session.time]
    if not times:
        return "–"
    first, last = min(times), max(times)
    if (first.year, first.month) == (last.year, last.month):
        return f"{last:%b %Y}"
    start = f"{first:%b}" if first.year == last.year else f"{first:%b %Y}"
    return f"{start} – {last:%b %Y}"


def matching(conversation: Conversation, session: int, words: str) -> list[Turn]:
    """Return the turns of a session (0: all) that hold the words, whatever their case."""
    wanted = words.casefold().strip()
    return [
        turn
        for turn in conversation.turns
        if (session == ALL or turn.session == session)
        and wanted in f"{turn.speaker} {turn.content}".casefold()
    ]


def transcript(conversation: Conversation) -> None:
    """Draw one session, or what holds the searched words in all of them."""
    titles = {item.number: markup.session_title(item) for item in conversation.sessions}
    left, right = st.columns([2, 1])
    words = right.text_input("Find in all sessions", placeholder="a word", icon=":material/search:")
    session = left.selectbox(
        "Session", list(titles), format_func=titles.__getitem__, disabled=bool(words)
    )
    turns = matching(conversation, ALL if words or session is None else session, words)
    if words:
        st.text(f"{len(turns)} turns hold “{words}”")
    with st.container(border=True, height=520):
        st.html(markup.transcript(turns) or "<p>Nothing to show.</p>")


def questions(conversation: Conversation) -> None:
    """Draw the questions, filtered by category."""
    if not conversation.questions:
        st.text("This file has no questions. Ask your own on the page Ask.")
        return
    counts: Counter[str] = Counter(
        item.category or "no category" for item in conversation.questions
    )
    names = [name for name in (*CATEGORY_ORDER, "no category") if counts[name]]
    picked = st.pills(
        "Category",
        names,
        selection_mode="multi",
        format_func=lambda name: f"{name} {counts[name]}",
    )
    table = questions_table(conversation, picked or names)
    st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        column_config={
            "category": st.column_config.TextColumn(width="small"),
            "question": st.column_config.TextColumn(width="large"),
            "gold answer": st.column_config.TextColumn(width="medium"),
            "gold turns": st.column_config.TextColumn(width="small"),
        },
    )
    export(table, f"questions of {conversation.id}")


def questions_table(conversation: Conversation, names: list[str]) -> pd.DataFrame:
    """Return the questions of some categories with their gold answers and evidence."""
    import pandas as pd

    rows = [
        {
            "category": item.category or "no category",
            "question": item.text,
            "gold answer": item.answer or item.adversarial_answer or "–",
            "gold turns": ", ".join(item.evidence) or "–",
        }
        for item in conversation.questions
        if (item.category or "no category") in names
    ]
    return pd.DataFrame(rows, columns=["category", "question", "gold answer", "gold turns"])
