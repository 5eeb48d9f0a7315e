"""Sweeps: one knob or a whole table of settings, measured on the same questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from hypermem_core.diagnosis.whatif import Shift, Task, WhatIf, what_if
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.models import Models
from hypermem_core.models.remembered import remembering
from hypermem_core.settings import Settings, with_value

# The paper's ablations as settings of ours (HyperMem, ACL 2026, ablation table).
ABLATIONS: dict[str, dict[str, Any]] = {
    "full": {},
    "w/o FC": {"retrieval.fact_context": False},
    "w/o EC": {"retrieval.episode_context": False},
    "w/o TR": {"retrieval.topic_stage": False},
    "w/o TR & FC": {"retrieval.topic_stage": False, "retrieval.fact_context": False},
    "w/o TR & EC": {"retrieval.topic_stage": False, "retrieval.episode_context": False},
    "w/o TR & ER": {"retrieval.topic_stage": False, "retrieval.episode_stage": False},
}
# The paper varies each stage's k (k_T from 1 upwards moved its score most); the steps are ours.
SENSITIVITY: dict[str, tuple[int, ...]] = {
    "retrieval.topic_k": (1, 3, 5, 10, 15, 20),
    "retrieval.episode_k": (1, 3, 5, 10, 15, 20, 30),
    "retrieval.fact_k": (5, 10, 20, 30, 50, 100),
}


@dataclass(frozen=True, slots=True)
class Point:
    """One setting of a sweep; recall is by budget in tokens, `of_context` of the whole context."""

    name: str
    changes: dict[str, Any]
    recall: dict[str, float]
    of_context: float  # gold turns in all of the evidence, whatever its size
    by_category: dict[str, dict[str, float]]
    tokens: float
    questions: int
    milliseconds: float  # per question, retrieval alone
    gained: tuple[str, ...] = field(default=())
    lost: tuple[str, ...] = field(default=())
    inside: float = 0.0  # gold turns inside the answer's budget
    tokens_read: float = 0.0  # of them, mean a question


def along(path: str, values: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """Return the settings of a sweep over one knob, by name."""
    return {f"{path.split('.')[-1]} = {value}": {path: value} for value in values}


def grid(
    first: tuple[str, Sequence[Any]], second: tuple[str, Sequence[Any]]
) -> dict[str, dict[str, Any]]:
    """Return the settings of a sweep over two knobs, by name."""
    return {
        f"{first[0].split('.')[-1]} = {a}, {second[0].split('.')[-1]} = {b}": {
            first[0]: a,
            second[0]: b,
        }
        for a in first[1]
        for b in second[1]
    }


def changed(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Return settings with several knobs moved; SettingsError for a bad path or value."""
    for path, value in changes.items():
        settings = with_value(settings, path, value)
    return settings


def sweep(
    method: str,
    settings: Settings,
    variants: Mapping[str, Mapping[str, Any]],
    models: Models,
    tasks: Sequence[Task],
    emit: Emit = ignore,
    budget: int = 1000,
) -> tuple[Point, ...]:
    """Measure every variant on the tasks; each question is embedded once for all of them.

    `gained` and `lost` compare with the tasks' saved recall inside `budget` tokens.

    Raises:
        SettingsError: a variant names an unknown knob or a value out of range.
    """
    trees = {name: changed(settings, changes) for name, changes in variants.items()}
    kept = remembering(models)
    emit(StageStarted("sweep", len(trees)))
    points: list[Point] = []
    seconds = 0.0
    for name, tree in trees.items():
        measured = what_if(method, tree, kept, tasks)
        points.append(_point(name, dict(variants[name]), measured, budget))
        seconds += measured.seconds
        emit(StageAdvanced("sweep", len(points), name))
    emit(StageFinished("sweep", seconds))
    return tuple(points)


def _point(name: str, changes: dict[str, Any], found: WhatIf, budget: int) -> Point:
    groups: defaultdict[str, list[Shift]] = defaultdict(list)
    for shift in found.shifts:
        groups[shift.category or "uncategorised"].append(shift)
    return Point(
        name,
        changes,
        _means(found.shifts),
        fmean([shift.whole for shift in found.shifts]) if found.shifts else 0.0,
        {category: _means(group) for category, group in groups.items()},
        found.tokens[1],
        len(found.shifts),
        1000 * found.seconds / max(1, len(found.shifts) + found.left_out),
        tuple(shift.key for shift in found.gained(budget)),
        tuple(shift.key for shift in found.lost(budget)),
        fmean([shift.inside for shift in found.shifts]) if found.shifts else 0.0,
        found.read[1],
    )


def _means(shifts: Sequence[Shift]) -> dict[str, float]:
    names = shifts[0].after if shifts else {}
    return {name: fmean(shift.after[name] for shift in shifts) for name in names}
