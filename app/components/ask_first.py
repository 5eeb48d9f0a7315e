"""What a chat model must make waits for a click; what it made stays, with its raw replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from app import asking
from app.asking import Made
from app.calls import Asked, of_calls
from app.components.answer import answer
from app.components.model_call import model_calls
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
    made = asking.held("answer", about) or _asked(
        "answer",
        f"Answer with {llm}",
        about,
        lambda: asking.answered(found.query, found, conversation),
    )
    if made is None:
        st.caption("Answering calls the chat model, so it waits for you.")
        return
    answer(made.value, conversation, gold)
    replies(of_calls(made.calls), "The raw reply, and what was read from it", "answer-calls")


def _asked(
    kind: str, label: str, about: tuple[object, ...], work: Callable[[], object]
) -> Made | None:
    """Draw the button; return what a click made, None without one or when it failed."""
    if not st.button(label, icon=":material/chat:", key=f"ask-first-{kind}"):
        return None
    try:
        with st.spinner("Asking the chat model …"):
            return asking.make(kind, about, work)
    except HyperMemError as error:
        problem(error)
        return None


def replies(rows: Sequence[Asked], title: str, key: str) -> None:
    """Draw the calls that made something, folded away."""
    if not rows:
        return
    known = sum(one.called.cached for one in rows)
    also = f", {known} from kept replies" if known else ""
    with st.expander(f"{title} · {len(rows)} call{'' if len(rows) == 1 else 's'}{also}"):
        model_calls(rows, key)
