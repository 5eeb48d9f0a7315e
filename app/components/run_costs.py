"""What evaluation runs cost, and which of their questions are still without a score."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import cache, state
from app.components.degraded import degraded
from app.components.evaluation_results import names
from app.components.spent import about_spent, spent
from app.evaluating import Evaluated, unscored
from app.jobs import Job
from hypermem_core.evaluation.costs import by_step, total
from hypermem_core.models.prices import prices_of
from hypermem_core.types import EvalRow, Usage


def usage_of_rows(rows: Sequence[EvalRow]) -> dict[str, Usage]:
    """Return what answering and judging took; steps without a call are left out."""
    steps = {
        "answer": total(row.answer.usage for row in rows if row.answer),
        "judge": total(row.verdict.usage for row in rows if row.verdict),
    }
    return {name: usage for name, usage in steps.items() if usage.calls}


def run_costs(runs: Sequence[Evaluated]) -> None:
    """Draw what each run's answers and verdicts cost, together and for one question."""
    paid = {name: (run, usage_of_rows(run.rows)) for name, run in names(runs).items()}
    if not any(usage for _, usage in paid.values()):
        st.info("No chat model answered or judged here: these runs cost nothing.")
        return
    for name, (run, usage) in paid.items():
        if usage:
            st.markdown(f"###### {name}")
            spent(usage, len(run.rows), run.run)
    about_spent()


def without_score(experiment: str, runs: Sequence[str]) -> bool:
    """Draw the questions that have no score and why; return whether to ask them again."""
    rows = [
        (
            f"{run.method} · {row.question.text}",
            "answer" if row.answer is None else "judge",
            _why(row),
        )
        for run in (cache.evaluation(experiment, name) for name in runs)
        for row in run.rows
        if unscored(row)
    ]
    words = "question has no score" if len(rows) == 1 else "questions have no score"
    return degraded(rows, words, "evaluate")


def _why(row: EvalRow) -> str:
    return row.error or (row.verdict.reason if row.verdict else "")


def live_costs(job: Job, experiment: str, runs: Sequence[str]) -> None:
    """Draw what a running evaluation has spent so far: on builds, answers and verdicts."""
    models = cache.models(state.settings(state.get()))
    steps = by_step(list(job.events), prices_of(models.llm))
    for name in runs:
        if (cache.store().run_folder(experiment, name) / "settings.json").exists():
            found = cache.evaluation(experiment, name)
            for step, usage in usage_of_rows(found.rows).items():
                steps[f"{found.method} {step}"] = usage
    spent(steps, of="this job")
