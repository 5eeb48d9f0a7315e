"""What a chat model must make waits for a click; what it made stays, with its raw replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from app import asking
from app.calls import Asked, of_calls
from app.components.answer import answer
from app.components.model_call import model_calls, one_call
from app.components.problem import problem
from hypermem_core.errors import HyperMemError
from hypermem_core.types import Conversation, Question, RetrievalTrace


def answer_part(found: RetrievalTrace, conversation: Conversation, gold: Question | None) -> None:
    """Draw the answer; with a chat model only when asked for."""
    llm = asking.answering_model()
    if not llm:
        answer(asking.answered(found.query, found, conversation), conversation, gold)
        return
    about = asking.about_answer(found)
    made = asking.held("answer", about)
    if made is None:
        _offer(
            "answer",
            f"Answer with {llm}",
            about,
            lambda: asking.answered(found.query, found, conversation),
        )
        return
    answer(made.value, conversation, gold)
    replies(of_calls(made.calls), "The raw reply, and what was read from it", "answer-calls")


def _offer(kind: str, label: str, about: tuple[object, ...], work: Callable[[], object]) -> None:
    """Draw the button; a click makes it, holds it and draws the page again."""
    st.caption("Answering calls the chat model, so it waits for you.")
    if not st.button(label, icon=":material/chat:", key=f"ask-first-{kind}"):
        return
    try:
        with st.spinner("Asking the chat model …"):
            asking.make(kind, about, work)
        st.rerun()  # the button goes; what was made is held
    except HyperMemError as error:
        problem(error)


def replies(rows: Sequence[Asked], title: str, key: str) -> None:
    """Draw the calls that made something, folded away."""
    if not rows:
        return
    known = sum(one.called.cached for one in rows)
    also = f", {known} from kept replies" if known else ""
    with st.expander(f"{title} · {len(rows)} call{'' if len(rows) == 1 else 's'}{also}"):
        if len(rows) == 1:
            one_call(rows[0])
        else:
            model_calls(rows, key)
