"""A sweep on judged accuracy: every variant answers and is judged as a run of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypermem_core.diagnosis.sweep import changed
from hypermem_core.diagnosis.whatif import Task
from hypermem_core.evaluation.run import EvalReport, evaluate, run_name
from hypermem_core.events import Emit, Event, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.budget import budgeted
from hypermem_core.settings import Settings
from hypermem_core.types import Category, Conversation, Question

if TYPE_CHECKING:  # brings the chat models' slow package, which the first screen does not need
    from hypermem_core.estimate import Estimate


@dataclass(frozen=True, slots=True)
class Judged:
    """One variant's answers, judged; shares are in [0, 1], `low` and `high` a 95 % interval."""

    name: str
    changes: dict[str, Any]
    run: str
    judge: str
    accuracy: float | None  # None: no answer was scored
    low: float | None
    high: float | None
    scored: int
    unscored: int
    f1: float | None
    tokens: float  # read by the answerer, mean
    questions: int


def estimate_judged(
    method: str,
    settings: Settings,
    variants: Mapping[str, Mapping[str, Any]],
    models: Models,
    tasks: Sequence[Task],
    emit: Emit = ignore,
) -> Estimate:
    """Return what `judged_sweep` would take at most, variant by variant, from a sample of each.

    Raises:
        SettingsError: a variant names an unknown knob or a value out of range.
    """
    from hypermem_core.estimate import estimate_evaluation, total

    trees = {name: changed(settings, changes) for name, changes in variants.items()}
    asked, memories = _asked(tasks), {task.conversation.id: task.memory for task in tasks}
    parts = []
    emit(StageStarted("estimate", len(trees)))
    for name, tree in trees.items():
        found = estimate_evaluation(
            asked, memories, method, tree, models, categories=_categories(tasks)
        )
        parts.append(found)
        emit(StageAdvanced("estimate", len(parts), name))
    emit(StageFinished("estimate", 0.0))
    return total(parts)


def judged_sweep(
    method: str,
    settings: Settings,
    variants: Mapping[str, Mapping[str, Any]],
    models: Models,
    tasks: Sequence[Task],
    folder: Callable[[str], Path],
    emit: Emit = ignore,
) -> tuple[Judged, ...]:
    """Answer and judge the tasks' questions under every variant.

    Each variant is a run under its default name in `folder(name)`, so a stopped sweep resumes and
    an answer that some run already has is not asked for again. The budget is the whole sweep's.

    Raises:
        SettingsError: a variant names an unknown knob or a value out of range.
        Paused: a model cannot go on; the finished answers are kept.
    """
    trees = {name: changed(settings, changes) for name, changes in variants.items()}
    asked, memories = _asked(tasks), {task.conversation.id: task.memory for task in tasks}
    emit(StageStarted("answers", len(trees) * len(tasks)))
    found: list[Judged] = []
    with budgeted(settings.models.budget_tokens, settings.models.budget_money):
        for name, tree in trees.items():
            run = run_name(method, tree, True)
            place = folder(run)
            place.mkdir(parents=True, exist_ok=True)
            report = evaluate(
                asked,
                create(method, tree, models),
                lambda conversation: memories[conversation.id],
                models,
                tree,
                place,
                categories=_categories(tasks),
                emit=_counted(emit, len(found) * len(tasks), name),
            )
            found.append(_judged(name, dict(variants[name]), report))
    emit(StageFinished("answers", 0.0))
    return tuple(found)


def _categories(tasks: Sequence[Task]) -> tuple[Category, ...]:
    found = dict.fromkeys(task.question.category for task in tasks)
    return tuple(found)  # type: ignore[arg-type]  # None: questions without one


def _asked(tasks: Sequence[Task]) -> list[Conversation]:
    """Return the tasks' conversations, each with exactly the questions of its tasks."""
    questions: dict[str, list[Question]] = {}
    for task in tasks:
        questions.setdefault(task.conversation.id, []).append(task.question)
    whole = {task.conversation.id: task.conversation for task in tasks}
    return [replace(whole[name], questions=tuple(found)) for name, found in questions.items()]


def _counted(emit: Emit, before: int, name: str) -> Emit:
    """Return an emit that turns a variant's progress into the whole sweep's."""

    def passed(event: Event) -> None:
        if isinstance(event, StageAdvanced):
            emit(StageAdvanced("answers", before + event.done, name))

    return passed


def _judged(name: str, changes: dict[str, Any], report: EvalReport) -> Judged:
    scores = report.summary
    low, high = scores["judge_interval"] or (None, None)
    return Judged(
        name,
        changes,
        report.run,
        scores["judge_name"],
        scores["judge"],
        low,
        high,
        scores["scored"],
        scores["unscored"],
        scores["f1"],
        scores["context_tokens"] or 0.0,
        scores["questions"],
    )
