"""The saved run a what-if starts from, and its jobs: started, watched, found again on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import streamlit as st

from app import cache, comparing, evaluating, state, sweeping
from app.components.empty import empty
from app.components.estimate import sweep_estimate
from app.components.job_progress import job_progress
from app.evaluating import Evaluated
from app.markup import literal
from app.sweeping import Asked, Bench
from hypermem_core.diagnosis import kept
from hypermem_core.diagnosis.kept import KeptSweep
from hypermem_core.events import Emit
from hypermem_core.methods import METHODS
from hypermem_core.settings import Settings

STAGES = ("memories",)


def chosen_run() -> Evaluated:
    """Draw the choice of the saved run; without one, say where it is made and end the page."""
    now = state.get()
    runs = evaluating.latest_runs(cache.store(), now.experiment)
    methods = {name: cache.evaluation(now.experiment, name).method for name in runs}
    ours = {name: method for name, method in methods.items() if method in METHODS}
    if not ours:
        empty(
            "No saved run yet",
            "A what-if reruns the retrieval of a saved run's questions with other settings.",
            "Open Evaluate",
            "evaluate",
        )
        st.stop()
    # bound, so that a judged sweep, which makes newer runs, does not change the choice
    state.bind("whatif-run", evaluating.opened(ours, now.run, now.method))
    name = st.selectbox(
        "Saved run",
        list(ours),
        key="whatif-run",
        on_change=_chosen,
        format_func=lambda run: cache.evaluation(now.experiment, run).label,
        help="The knobs below start at its settings; nothing of the run is changed.",
    )
    if name != now.run:
        state.update(run=name)
    return cache.evaluation(now.experiment, name)


def _chosen() -> None:
    state.update(run=state.widget("whatif-run"))


def run_settings(run: Evaluated) -> Settings:
    """Return the settings a run was made with; keys and speed are those of now."""
    now = state.get()
    about = comparing.about(cache.store().run_folder(now.experiment, run.run))
    return sweeping.settings_of(about.get("settings", {}), state.settings(now))


def bench(run: Evaluated, settings: Settings, moved: dict[str, Any]) -> Bench:
    """Return what every what-if of this run needs."""
    sets = cache.task_sets()
    return Bench(
        cache.store(),
        state.get().experiment,
        run,
        settings,
        moved,
        sets.models(cache.models(settings)),
        sets,
    )


def job_key() -> str:
    """Return the key of the experiment's what-if job: one at a time."""
    return f"{state.get().experiment}/what-if"


def start(work: Callable[[Emit], KeptSweep]) -> None:
    """Start a what-if or sweep and draw the page anew."""
    cache.jobs().start(job_key(), work)
    st.rerun()


def busy() -> bool:
    """Whether a what-if of this experiment is running."""
    job = cache.jobs().get(job_key())
    return job is not None and not job.done


def progress(asked: Asked | None = None) -> None:
    """Draw the job that runs, or how the last one ended."""
    job = cache.jobs().get(job_key())
    if job is not None:
        job_progress(job, (*STAGES, *(("sweep", "answers") if asked and asked.judged else ())))


def sweeps_on_disk() -> list[KeptSweep]:
    """Return the experiment's kept sweeps, the latest first."""
    paths = kept.listed(cache.store(), state.get().experiment)
    return [cache.kept_sweep(path) for path in paths]


def reruns_of(run: Evaluated) -> list[KeptSweep]:
    """Return the kept reruns of a run's questions."""
    return [one for one in sweeps_on_disk() if one.kind == "what-if" and one.run == run.run]


def sweeps() -> list[KeptSweep]:
    """Return the kept sweeps over knobs, of every run of the experiment."""
    return [one for one in sweeps_on_disk() if one.kind != "what-if"]


def pick(sweeps: Sequence[KeptSweep], label: str) -> KeptSweep | None:
    """Draw the choice among kept ones, the latest first; None without any."""
    if not sweeps:
        return None
    names = {sweep.name: sweep for sweep in sweeps}
    chosen = st.selectbox(
        label,
        list(names),
        format_func=lambda name: title(names[name]),
        # the newest is shown when it is made, whatever was chosen before
        key=f"kept-{label}-{sweeps[0].name}-{sweeps[0].created}",
    )
    return names[chosen]


def title(sweep: KeptSweep) -> str:
    """Return what a person knows a kept sweep by."""
    moved = f"{len(sweep.moved)} moved" if sweep.moved and sweep.kind != "what-if" else ""
    kind = "" if sweep.title.lower().startswith(sweep.kind) else sweep.kind
    parts = (kind, sweep.title, sweep.method, sweep.run[-4:], moved, _when(sweep.created))
    return " · ".join(part for part in parts if part)


def _when(created: str) -> str:
    try:
        return f"{datetime.fromisoformat(created):%-d %b %H:%M}"
    except ValueError:  # a sweep that came in a bundle may say anything
        return created[:16]


def judged_too(asked: Asked | None, bench: Bench) -> Asked | None:
    """Draw the switch that also answers and judges every setting, and what that would take."""
    if asked is None:
        return None
    answers = len(bench.run.rows) * len(asked.variants)
    who = bench.models.answerer.name
    wanted = st.toggle(
        f"Answer and judge too: {answers:,} answers by {literal(who)}",
        key="judged-too",
        help="Each setting becomes a run of its own, which a second start resumes.",
    )
    found = replace(asked, judged=wanted)
    if not busy():
        sweep_estimate(bench, found)
    return found
