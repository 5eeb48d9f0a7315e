"""How far judges agree: Cohen's κ for two, Fleiss' κ for more, and where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hypermem_core.types import Label

Labels = Mapping[str, Label]  # question key → label


@dataclass(frozen=True, slots=True)
class Agreement:
    """κ with the number of questions all compared judges scored; None where κ is undefined."""

    judges: tuple[str, ...]
    kappa: float | None
    observed: float
    questions: int
    left_out: int  # unscored by one of them, or asked of only some


def cohen(first: Labels, second: Labels, names: tuple[str, str] = ("first", "second")) -> Agreement:
    """Return Cohen's κ of two judges over the questions both scored.

    κ = (observed − expected) / (1 − expected); undefined when both always say the same label.
    Source: Cohen (1960), A coefficient of agreement for nominal scales.
    """
    shared = _scored([first, second])
    total = len(shared)
    left_out = len(first.keys() | second.keys()) - total
    if not total:
        return Agreement(names, None, 0.0, 0, left_out)
    observed = sum(first[name] == second[name] for name in shared) / total
    counts = [Counter(labels[name] for name in shared) for labels in (first, second)]
    expected = sum(counts[0][label] * counts[1][label] for label in counts[0]) / total**2
    kappa = (observed - expected) / (1 - expected) if expected < 1 else None
    return Agreement(names, kappa, observed, total, left_out)


def fleiss(judges: Mapping[str, Labels]) -> Agreement:
    """Return Fleiss' κ of several judges over the questions all of them scored.

    Source: Fleiss (1971), Measuring nominal scale agreement among many raters.
    """
    tables = list(judges.values())
    shared = _scored(tables)
    everything = {name for table in tables for name in table}
    left_out = len(everything) - len(shared)
    if not shared or len(tables) < 2:
        return Agreement(tuple(judges), None, 0.0, len(shared), left_out)
    n = len(tables)
    rows = [Counter(table[name] for table in tables) for name in shared]
    agreed = [(sum(c * c for c in row.values()) - n) / (n * (n - 1)) for row in rows]
    observed = sum(agreed) / len(rows)
    totals: Counter[str] = Counter()
    for row in rows:
        totals.update(row)
    expected = sum((count / (n * len(rows))) ** 2 for count in totals.values())
    kappa = (observed - expected) / (1 - expected) if expected < 1 else None
    return Agreement(tuple(judges), kappa, observed, len(rows), left_out)


def pairwise(judges: Mapping[str, Labels]) -> tuple[Agreement, ...]:
    """Return Cohen's κ of every pair of judges."""
    return tuple(cohen(judges[a], judges[b], (a, b)) for a, b in combinations(judges, 2))


def disagreements(judges: Mapping[str, Labels]) -> dict[str, dict[str, Label]]:
    """Return the questions on which the scored labels differ: key → judge → label."""
    found: dict[str, dict[str, Label]] = {}
    for name in dict.fromkeys(name for table in judges.values() for name in table):
        given = {judge: table[name] for judge, table in judges.items() if name in table}
        if len(set(given.values()) - {"unscored"}) > 1:
            found[name] = given
    return found


def _scored(tables: Sequence[Labels]) -> list[str]:
    """Return the questions that every table scored, in the first one's order."""
    return [
        name
        for name in tables[0]
        if all(table.get(name, "unscored") != "unscored" for table in tables)
    ]
