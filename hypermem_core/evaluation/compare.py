"""Two runs on the same questions: differences with intervals, McNemar, gained and lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean
from typing import Literal

import numpy as np

from hypermem_core.errors import DataError
from hypermem_core.evaluation.keys import key
from hypermem_core.types import CATEGORY_ORDER, EvalRow

DRAWS = 2000  # bootstrap samples; the seed is fixed, so that a comparison can be repeated
Metric = Literal["judge", "f1", "recall@500", "recall@1000", "recall@2000", "recall@4000"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Second run minus first, over the questions that both scored; `low`, `high`: 95 %."""

    group: str  # a category, or `overall`
    questions: int
    first: float
    second: float
    difference: float
    low: float
    high: float
    gained: int  # questions where the second is better
    lost: int
    p: float | None  # McNemar, exact and two-sided; only for the judge's labels


@dataclass(frozen=True, slots=True)
class Pair:
    """One question in both runs."""

    key: str
    first: EvalRow
    second: EvalRow
    values: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """All differences of one metric, and the questions that changed."""

    metric: Metric
    differences: tuple[Difference, ...]
    gained: tuple[Pair, ...]
    lost: tuple[Pair, ...]
    only_first: int
    only_second: int
    unscored: int  # in both runs, but not scored in one of them


def value(row: EvalRow, metric: Metric) -> float | None:
    """Return a row's value of a metric in [0, 1]; None where it has none or is unscored."""
    if metric == "judge":
        scored = row.verdict is not None and row.verdict.label != "unscored"
        return float(row.verdict.label == "correct") if scored and row.verdict else None
    if metric == "f1":
        return row.f1
    return row.recall.at_budget.get(metric.removeprefix("recall@")) if row.recall else None


def compare(
    first: Sequence[EvalRow], second: Sequence[EvalRow], metric: Metric = "judge"
) -> RunComparison:
    """Return how a second run differs from a first, per category and overall.

    Raises:
        DataError: the runs share no question.
    """
    ours, theirs = _by_key(first), _by_key(second)
    shared = [name for name in ours if name in theirs]
    if not shared:
        raise DataError("The two runs share no question.", "Choose runs on the same conversations.")
    pairs: list[Pair] = []
    for name in shared:
        a, b = value(ours[name], metric), value(theirs[name], metric)
        if a is not None and b is not None:
            pairs.append(Pair(name, ours[name], theirs[name], (a, b)))
    groups: dict[str, list[Pair]] = {"overall": []}
    for pair in pairs:
        category = pair.first.question.category
        groups.setdefault(category or "uncategorised", []).append(pair)
        if category != "adversarial":
            groups["overall"].append(pair)
    order = [*CATEGORY_ORDER, "uncategorised", "overall"]
    found = tuple(_difference(name, groups[name], metric) for name in order if groups.get(name))
    return RunComparison(
        metric,
        found,
        tuple(pair for pair in pairs if pair.values[1] > pair.values[0]),
        tuple(pair for pair in pairs if pair.values[1] < pair.values[0]),
        len(ours) - len(shared),
        len(theirs) - len(shared),
        len(shared) - len(pairs),
    )


def _by_key(rows: Sequence[EvalRow]) -> dict[str, EvalRow]:
    return {key(row.conversation_id, row.question): row for row in rows}


def _difference(group: str, pairs: Sequence[Pair], metric: Metric) -> Difference:
    first = [pair.values[0] for pair in pairs]
    second = [pair.values[1] for pair in pairs]
    gained = sum(b > a for a, b in pair_values(pairs))
    lost = sum(b < a for a, b in pair_values(pairs))
    low, high = bootstrap([b - a for a, b in pair_values(pairs)])
    p = mcnemar(gained, lost) if metric == "judge" else None
    mean_a, mean_b = fmean(first), fmean(second)
    return Difference(
        group, len(pairs), mean_a, mean_b, mean_b - mean_a, low, high, gained, lost, p
    )


def pair_values(pairs: Sequence[Pair]) -> list[tuple[float, float]]:
    """Return (first, second) of each pair."""
    return [pair.values for pair in pairs]


def mcnemar(gained: int, lost: int) -> float:
    """Return the exact two-sided p of McNemar's test; 1 when no question changed.

    Under the null each changed question is gained or lost with probability 1/2 (binomial).
    Source: McNemar (1947), exact form.
    """
    changed = gained + lost
    if changed == 0:
        return 1.0
    tail = sum(comb(changed, k) for k in range(min(gained, lost) + 1)) / 2**changed
    return min(1.0, float(2 * tail))


def bootstrap(
    differences: Sequence[float],
    draws: int = DRAWS,
    statistic: Callable[[np.ndarray], np.ndarray] = lambda sample: sample.mean(axis=1),
) -> tuple[float, float]:
    """Return the 95 % interval of a paired difference by resampling questions.

    Percentile bootstrap (Efron 1979), seed fixed: equal input gives equal bounds.
    """
    values = np.asarray(differences, np.float64)
    if not len(values):
        return 0.0, 0.0
    chance = np.random.default_rng(0)
    found = []
    for start in range(0, draws, 200):  # in parts: 2,000 × 1,540 indices at once need 25 MB
        rows = chance.integers(0, len(values), (min(200, draws - start), len(values)))
        found.append(statistic(values[rows]))
    low, high = np.percentile(np.concatenate(found), [2.5, 97.5])
    return float(low), float(high)


# Settings that only say how fast or where a run was made, not what it measured.
_SILENT = frozenset({"run", "name"})


def what_differs(first: Mapping[str, object], second: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of everything that differs between two runs' `settings.json`."""
    a, b = _flat(first), _flat(second)
    return tuple(sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name)))


def _flat(about: Mapping[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, content in about.items():
        if isinstance(content, Mapping):
            flat.update({f"{name}.{inner}": item for inner, item in content.items()})
        elif name not in _SILENT:
            flat[name] = content
    return {name.removeprefix("settings."): item for name, item in flat.items()}


def unlike(first: Mapping[str, object], second: Mapping[str, object], metric: Metric) -> str:
    """Return why two runs' values of a metric may not share a chart; empty if they may."""
    if metric == "judge" and first.get("judge_name") != second.get("judge_name"):
        return (
            f"They were judged by different judges ({first.get('judge_name')}; "
            f"{second.get('judge_name')}): these numbers measure different things."
        )
    return ""
