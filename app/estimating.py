"""Estimates as jobs: a dry run in the background, begun once for what it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from app.evaluating import Plan
from app.jobs import Job, Jobs
from app.sweeping import Asked, Bench, estimate_work
from hypermem_core.errors import NotBuilt
from hypermem_core.estimate import (
    Estimate,
    dry_memory,
    estimate_build,
    estimate_evaluation,
    total,
)
from hypermem_core.events import Emit, Event
from hypermem_core.memory import Memory
from hypermem_core.models import Models
from hypermem_core.models.profile import ROLES, profile
from hypermem_core.settings import Settings
from hypermem_core.store import Store, content_hash
from hypermem_core.types import Conversation


def asks_a_model(settings: Settings) -> bool:
    """Return whether any role is a chat model's, so that a run may cost something."""
    return any(profile(settings.models, role) is not None for role in ROLES)


def build_job(
    jobs: Jobs,
    conversation: Conversation,
    method: str,
    settings: Settings,
    models: Models,
    stamp: float,
) -> Job:
    """Return the estimate of one build, begun unless it is known or under way.

    `stamp` is when a reply was last kept: what is answered already costs nothing.
    """

    def work(emit: Emit) -> Estimate:
        return estimate_build(conversation, method, settings, models, _stages(emit))

    return _begun(jobs, ("build", stamp, content_hash(conversation), method, settings), work)


def evaluation_job(
    jobs: Jobs,
    plan: Plan,
    experiment: str,
    settings: Settings,
    models: Models,
    store: Store,
    stamp: float,
) -> Job:
    """Return the estimate of an evaluation with the builds it needs first."""

    def work(emit: Emit) -> Estimate:
        parts = [
            part
            for method in plan.methods
            for part in _parts(plan, experiment, method, settings, models, store, emit)
        ]
        return total(parts)

    hashes = tuple(content_hash(one) for one in plan.conversations)
    about = (hashes, plan.methods, plan.categories, plan.limit, plan.answers)
    return _begun(jobs, ("evaluation", stamp, experiment, about, settings), work)


def sweep_job(jobs: Jobs, bench: Bench, asked: Asked, stamp: float) -> Job:
    """Return the estimate of a judged sweep, begun unless it is known or under way."""
    run = f"{bench.store.root}/{bench.experiment}/{bench.run.run}/{bench.run.when}"
    about = ("sweep", stamp, run, bench.settings, asked.variants)
    return _begun(jobs, about, estimate_work(bench, asked))


def _parts(
    plan: Plan,
    experiment: str,
    method: str,
    settings: Settings,
    models: Models,
    store: Store,
    emit: Emit,
) -> list[Estimate]:
    found: list[Estimate] = []
    memories: dict[str, Memory] = {}
    for one in plan.conversations:
        try:
            if store.status(experiment, method, one.id, settings, one).state != "built":
                raise NotBuilt("")
            memories[one.id] = store.load_memory(experiment, method, one.id)
        except NotBuilt:
            found.append(estimate_build(one, method, settings, models, _stages(emit)))
            memories[one.id] = dry_memory(one, method, settings, models)
    if plan.answers:
        asked = estimate_evaluation(
            plan.conversations,
            memories,
            method,
            settings,
            models,
            categories=plan.categories,
            limit=plan.limit,
        )
        found.append(asked)
    return found


def _stages(emit: Emit) -> Emit:
    """Return a listener that passes on progress only: a dry run's graph is nobody's business."""

    def listen(event: Event) -> None:
        if event.kind.startswith("stage_"):
            emit(event)

    return listen


def _begun(jobs: Jobs, about: tuple[object, ...], work: Callable[[Emit], Estimate]) -> Job:
    key = f"estimate/{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}"
    job = jobs.get(key)
    return job if job is not None else jobs.start(key, work)


def last_reply(root: Path) -> float:
    """Return when a reply was last kept below a results folder: estimates are as old as that."""
    paths = (root / "replies.db", root / "replies.db-wal")
    return max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)
