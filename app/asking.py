"""One question put to one memory: the trace and the answer; a chat model waits for a click."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app import cache, state
from hypermem_core.answer import answer
from hypermem_core.events import Emit
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models.ask import told
from hypermem_core.models.ledger import Call, ledger
from hypermem_core.models.profile import profile
from hypermem_core.settings import Settings
from hypermem_core.settings.answering import AnswerSettings, JudgeSettings
from hypermem_core.types import Answer, Conversation, RetrievalTrace

PLANNED = {"hingemem", "hgmem"}  # methods whose retrieval asks the chat model


@dataclass(frozen=True, slots=True)
class Made:
    """What was made for a click, the calls it took, and what exactly it was made for."""

    value: Any
    calls: tuple[Call, ...]
    about: tuple[Any, ...]


def retrieving_model(method: str) -> str:
    """Return the chat model that retrieving would ask, "" when it asks none."""
    settings = state.settings(state.get())
    found = profile(settings.models, "extraction")
    if found is None:
        return ""
    knobs = settings.retrieval
    reranks = knobs.rerank_topics or knobs.rerank_episodes or knobs.rerank_facts
    asks = method in PLANNED or (settings.models.reranker == "llm" and reranks)
    return found.model if asks else ""


def answering_model() -> str:
    """Return the chat model that answers, "" when rules do."""
    found = profile(state.settings(state.get()).models, "answer")
    return found.model if found else ""


def answers_at_once() -> bool:
    """Whether answering costs no model call, so that it may happen on every change."""
    return not answering_model()


def retrieves_at_once(method: str) -> bool:
    """Whether retrieving calls no chat model, so that it may happen on every change."""
    return not retrieving_model(method)


def job_key(memory: Memory, question: str) -> str:
    """Return the key of the job that retrieves: a moved knob or another build makes another."""
    settings = state.settings(state.get())
    searching = replace(settings, answer=AnswerSettings(), judge=JudgeSettings())
    about = repr((id(memory), memory.conversation_id, question, searching))
    return f"ask/{hashlib.sha256(about.encode()).hexdigest()[:16]}"


def retrieval(memory: Memory, question: str) -> Callable[[Emit], RetrievalTrace]:
    """Return retrieving as work for a job, which also tells every call of the chat model."""
    settings = state.settings(state.get())
    method = create(memory.method, settings, cache.models(settings))

    def work(emit: Emit) -> RetrievalTrace:
        with ledger() as calls:
            found = method.retrieve(memory, question, emit)
        for call in calls:
            emit(told(call.prompt, [call]))
        return found

    return work


def about_answer(found: RetrievalTrace) -> tuple[Any, ...]:
    """Return everything an answer depends on."""
    settings = state.settings(state.get())
    return (found.query, found.evidence, settings.answer, profile(settings.models, "answer"))


def held(kind: str, about: tuple[Any, ...]) -> Made | None:
    """Return what this session made of this kind, None if it was made for anything else."""
    made: Made | None = state.kept(kind)
    return made if made is not None and made.about == about else None


def make(kind: str, about: tuple[Any, ...], work: Callable[[], Any]) -> Made:
    """Do work that may ask a chat model, and hold its result for this session."""
    with ledger() as calls:
        value = work()
    made = Made(value, tuple(calls), about)
    state.keep(kind, made)
    return made


def retrieved(memory: Memory, question: str) -> RetrievalTrace:
    """Return the trace of a question under the settings of now."""
    settings = state.settings(state.get())
    method = create(memory.method, settings, cache.models(settings))
    return method.retrieve(memory, question)


def flat_trace(conversation: Conversation, question: str) -> RetrievalTrace | None:
    """Return the baseline's trace of the same question; None while its memory is not built."""
    now = replace(state.get(), method="flat")
    if cache.status(now, conversation).state == "missing":
        return None
    settings = _without_model(state.settings(state.get()))
    method = create("flat", settings, cache.models(settings))
    return method.retrieve(cache.memory(now.experiment, "flat", conversation.id), question)


def _without_model(settings: Settings) -> Settings:
    """Return settings whose retrieval asks no chat model: a comparison must not cost anything."""
    if settings.models.reranker != "llm":
        return settings
    return replace(settings, models=replace(settings.models, reranker="none"))


def answered(question: str, found: RetrievalTrace, conversation: Conversation) -> Answer:
    """Return the answer of the answering model of the settings."""
    settings = state.settings(state.get())
    return answer(question, found, cache.models(settings).answerer, settings, conversation)
