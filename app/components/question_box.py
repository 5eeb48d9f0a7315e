"""The question: typed, or one of the conversation's gold questions."""

from __future__ import annotations

import streamlit as st

from app import state
from app.markup import literal
from hypermem_core.types import CATEGORY_ORDER, Conversation, Question


def gold_question(conversation: Conversation, text: str) -> Question | None:
    """Return the gold question with exactly this text."""
    return next((q for q in conversation.questions if q.text == text.strip()), None)


def question_label(question: Question) -> str:
    """Return how a gold question is listed: its category, then its words."""
    return f"{question.category or 'no category'} · {question.text}"


def question_box(conversation: Conversation) -> str:
    """Draw the box and the picker of gold questions; return the question, "" while none."""
    now = state.get()
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    state.bind("ask-text", now.question)
    left.text_input(
        "Question",
        key="ask-text",
        on_change=_typed,
        placeholder="Ask about this conversation, then press Enter",
    )
    if conversation.questions:
        with right:
            _gold_picker(conversation, now.question)
    return state.get().question


def _gold_picker(conversation: Conversation, text: str) -> None:
    place = {category: number for number, category in enumerate(CATEGORY_ORDER)}
    questions = sorted(
        conversation.questions, key=lambda q: place.get(q.category or "adversarial", 9)
    )
    chosen = gold_question(conversation, text)
    state.bind("ask-gold", chosen)
    st.selectbox(
        f"or one of {len(questions):,} gold questions",
        questions,
        key="ask-gold",
        format_func=question_label,
        on_change=_picked,
        placeholder="Choose a question whose answer is known",
        help="Its gold turns are marked ★ where they were found and ☆ where they were lost.",
    )


# The kinds that one turn answers come first: a demo begins with what works without a key.
EASIEST = ("temporal", "single-hop")


def examples(conversation: Conversation, most: int = 3) -> None:
    """Draw a few gold questions to begin with, each of a category of its own."""
    first: dict[str, Question] = {}
    for question in conversation.questions:
        if question.answer:
            first.setdefault(question.category or "", question)
    order = [*(name for name in EASIEST if name in first), *(n for n in first if n not in EASIEST)]
    for category, question in [(name, first[name]) for name in order[:most]]:
        st.button(
            literal(question.text),
            key=f"example-{category}",
            icon=":material/arrow_forward:",
            type="tertiary",
            on_click=_asked,
            args=(question.text,),
        )


def _asked(text: str) -> None:
    state.update(question=text)


def _typed() -> None:
    _asked(state.widget("ask-text").strip())


def _picked() -> None:
    chosen = state.widget("ask-gold")
    if chosen is not None:
        state.update(question=chosen.text)
