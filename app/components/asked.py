"""The trace of a question: at once when no chat model is called, else when it is asked for."""

from __future__ import annotations

import streamlit as st

from app import asking, cache, state
from app.calls import asked as calls_of
from app.components.ask_first import replies
from app.components.job_progress import job_progress
from app.components.retrieval_knobs import retrieval_knobs
from hypermem_core.memory import Memory
from hypermem_core.types import RetrievalTrace

ABOUT = {
    "hingemem": "The plan is one call of the chat model, so it waits for you.",
    "hgmem": "Every round calls the chat model several times, so it waits for you.",
}


RERANKS = "Reranking calls the chat model, so it waits for you."


def asked(memory: Memory, question: str) -> RetrievalTrace:
    """Return the trace; while a paid one is missing, draw a button or its progress and end."""
    if asking.retrieves_at_once(memory.method):
        return asking.retrieved(memory, question)
    key = asking.job_key(memory, question)
    job = cache.jobs().get(key)
    if job is not None and job.done and isinstance(job.result, RetrievalTrace):
        replies(calls_of(job.events), "What the model said while retrieving", "trace-calls")
        return job.result
    if job is None or job.done:
        _offer(memory, question, key)
    if job is not None:
        job_progress(job, ("rounds",))
    retrieval_knobs()
    st.stop()


def _offer(memory: Memory, question: str, key: str) -> None:
    """Draw the button that asks; a knob moved since makes another question, asked anew."""
    llm = state.settings(state.get()).models.llm
    if st.button(f"Ask with {llm}", type="primary", icon=":material/chat:"):
        cache.jobs().start(key, asking.retrieval(memory, question))
        st.rerun()
    st.caption(f"{ABOUT.get(memory.method, RERANKS)} Moving a knob never asks by itself.")
