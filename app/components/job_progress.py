"""A running job: a bar, what is being done, Stop; redraws itself and ends with a full rerun."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from app.components.problem import pause, problem
from app.jobs import Job
from hypermem_core.errors import HyperMemError, Paused
from hypermem_core.events import Event, StageAdvanced, StageFinished, StageStarted

POLL = 0.5  # seconds between redraws


def share_done(events: Sequence[Event], stages: Sequence[str]) -> float:
    """Return how much of the run is done, 0 to 1; every stage counts the same."""
    totals: dict[str, int] = {}
    parts: dict[str, float] = {}
    for event in events:
        if isinstance(event, StageStarted):
            totals[event.stage] = event.total
            parts.setdefault(event.stage, 0.0)
        elif isinstance(event, StageAdvanced) and totals.get(event.stage):
            parts[event.stage] = min(1.0, event.done / totals[event.stage])
        elif isinstance(event, StageFinished):
            parts[event.stage] = 1.0
    names = set(stages) | set(parts)
    return sum(parts.values()) / len(names) if names else 0.0


def doing(events: Sequence[Event]) -> str:
    """Return in words what the run is at: `facts 12 of 40`."""
    total = {event.stage: event.total for event in events if isinstance(event, StageStarted)}
    for event in reversed(events):
        if isinstance(event, StageAdvanced):
            of = f" of {total[event.stage]}" if total.get(event.stage) else ""
            return f"{event.stage} {event.done}{of}"
        if isinstance(event, StageStarted):
            return f"{event.stage}: starting"
    return "starting"


def job_progress(
    job: Job, stages: Sequence[str] = (), live: Callable[[Job], None] | None = None
) -> None:
    """Draw a job; while it runs the picture renews itself, `live` below it."""
    if job.done:
        ended(job)
    else:
        _running(job, tuple(stages), live)


def ended(job: Job) -> None:
    """Say how an ended job ended; a bug's traceback is raised to the page."""
    if job.cancelled:
        st.info("Stopped. Start again to finish; a chat model is not asked the same twice.")
    elif isinstance(job.error, Paused):
        pause(job.error)
    elif isinstance(job.error, HyperMemError):
        problem(job.error)
    elif job.error is not None:
        raise job.error


@st.fragment(run_every=POLL)
def _running(job: Job, stages: tuple[str, ...], live: Callable[[Job], None] | None) -> None:
    if job.done:
        st.rerun()
    events = list(job.events)
    with st.container(horizontal=True, vertical_alignment="center"):
        text = "stopping …" if job.stopping else doing(events)
        st.progress(share_done(events, stages), text=f"{text} · {job.seconds:.0f} s")
        if st.button("Stop", key=f"stop-{job.key}", disabled=job.stopping, icon=":material/stop:"):
            job.stop()
        if job.stepping and not job.stopping:
            _steps(job)
    if live is not None:
        live(job)


def _steps(job: Job) -> None:
    if st.button("Next step", key=f"next-{job.key}", icon=":material/skip_next:"):
        job.next()
    if st.button("Run on", key=f"run-on-{job.key}", icon=":material/fast_forward:"):
        job.run_on()
