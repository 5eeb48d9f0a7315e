"""One question put to one memory: the trace, and the answer when no model call is needed."""

from __future__ import annotations

from dataclasses import replace

from app import cache, state
from hypermem_core.answer import answer
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.types import Answer, Conversation, RetrievalTrace


def retrieved(memory: Memory, question: str) -> RetrievalTrace:
    """Return the trace of a question under the settings of now; no chat model is called."""
    settings = state.settings(state.get())
    method = create(memory.method, settings, cache.models(settings))
    return method.retrieve(memory, question)


def flat_trace(conversation: Conversation, question: str) -> RetrievalTrace | None:
    """Return the baseline's trace of the same question; None while its memory is not built."""
    now = replace(state.get(), method="flat")
    if cache.status(now, conversation).state == "missing":
        return None
    return retrieved(cache.memory(now.experiment, "flat", conversation.id), question)


def answers_at_once() -> bool:
    """Whether answering costs no model call, so that it may happen on every change."""
    return state.settings(state.get()).models.llm == "offline"


def answered(question: str, found: RetrievalTrace, conversation: Conversation) -> Answer:
    """Return the answer of the model of the settings."""
    settings = state.settings(state.get())
    return answer(question, found, cache.models(settings).llm, settings, conversation)
