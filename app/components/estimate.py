"""Before a run: calls, tokens, cost and time it would take, and the budget that stops it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app import cache, estimating, state
from app.components.job_progress import POLL, share_done
from app.components.knobs import knob
from app.components.problem import problem
from app.evaluating import Plan
from app.jobs import Job
from app.sweeping import Asked, Bench
from hypermem_core.cli.spending import duration
from hypermem_core.errors import HyperMemError
from hypermem_core.estimate import Estimate
from hypermem_core.evaluation.costs import money
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation


def build_estimate(conversation: Conversation) -> None:
    """Draw what building this memory would take; nothing where no chat model is asked."""
    now = state.get()
    settings = state.settings(now)
    if settings.models.llm == "offline" or now.method == "flat":
        return
    at = estimating.last_reply(state.results_root())
    _drawn(
        lambda: estimating.build_job(
            cache.jobs(), conversation, now.method, settings, cache.models(settings), at
        )
    )


def evaluation_estimate(plan: Plan, settings: Settings) -> None:
    """Draw what a plan would take, with the builds it needs; nothing without a chat model."""
    if not estimating.asks_a_model(settings) or not plan.questions(settings):
        return
    at, experiment = estimating.last_reply(state.results_root()), state.get().experiment
    _drawn(
        lambda: estimating.evaluation_job(
            cache.jobs(), plan, experiment, settings, cache.models(settings), cache.store(), at
        )
    )


def sweep_estimate(bench: Bench, asked: Asked) -> None:
    """Draw what a judged sweep would take; nothing without a chat model."""
    if not asked.judged or not estimating.asks_a_model(bench.settings):
        return
    at = estimating.last_reply(state.results_root())
    _drawn(lambda: estimating.sweep_job(cache.jobs(), bench, asked, at))


def _drawn(begin: Callable[[], Job]) -> None:
    with st.container(border=True):
        st.markdown("###### What it will take")
        try:
            job = begin()
        except HyperMemError as error:  # no key: the run could not begin either
            problem(error)
            return
        if job.done:
            _ended(job)
        else:
            _waiting(job)
        budget()


@st.fragment(run_every=POLL)
def _waiting(job: Job) -> None:
    if job.done:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        share = share_done(list(job.events), ())
        st.progress(share, text=f"A dry run counts calls and tokens · {job.seconds:.0f} s")
        if st.button("Stop", key=f"stop-{job.key}", icon=":material/stop:"):
            job.stop()


def _ended(job: Job) -> None:
    if isinstance(job.result, Estimate):
        numbers(job.result)
    elif isinstance(job.error, HyperMemError):
        st.text("No estimate: " + job.error.message)
    elif job.error is not None:
        raise job.error


def numbers(found: Estimate) -> None:
    """Draw an estimate; an unknown price is said, never shown as nothing."""
    new = found.calls - found.kept
    with st.container(horizontal=True, gap="medium"):
        kept = f"{found.kept:,} more are answered already and cost nothing." if found.kept else None
        st.metric("calls", f"{new:,}", help=kept, width="content")
        st.metric("tokens read", f"{found.prompt_tokens:,}", width="content")
        st.metric("tokens written", f"{found.completion_tokens:,}", width="content")
        unknown = "Add the model's price in Settings, Models." if found.cost is None else None
        st.metric("cost", money(found.cost), help=unknown, width="content")
        st.metric("time", f"about {duration(found.seconds)}" if new else "0 s", width="content")
    st.caption(
        "From a dry run in which the offline rules answer: a real model's replies, and so the "
        "later prompts, will differ."
    )


def budget() -> None:
    """Draw the budget: spent, it pauses the run, and what is done is kept."""
    left, right = st.columns(2, gap="medium")
    with left:
        knob("models.budget_tokens", "Budget in tokens, 0 = no limit")
    with right:
        knob("models.budget_money", "Budget in dollars, 0 = no limit")
