"""A run's losses counted: by stage of loss, by category, and as a flow of gold turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from app.explaining import Asked
from hypermem_core.diagnosis.badges import DISPUTED
from hypermem_core.diagnosis.loss import DISPUTED_WHY, diagnose, stage_order
from hypermem_core.evaluation.gold import GoldAudit
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.panel import Kept, panel
from hypermem_core.methods import METHODS
from hypermem_core.models import Models
from hypermem_core.retrieval.index import index_of
from hypermem_core.settings import Settings
from hypermem_core.types import CATEGORY_ORDER, Custody, EvalRow
from hypermem_core.types.diagnosis import (
    CONTEXT_CUT,
    FOUND,
    GOLD_DISPUTED,
    NOT_AVAILABLE,
    NOT_EXTRACTED,
)

UNCATEGORISED = "uncategorised"
Counts = dict[str, dict[str, int]]  # stage of loss → category → questions


def custodies(rows: Sequence[EvalRow], disputed: Collection[str] = ()) -> tuple[Custody, ...]:
    """Return the custody of every row that has one; runs made elsewhere have none.

    `disputed` holds the keys of golds in doubt today; a row knows only of those of its own day.
    """
    found = (row.custody for row in rows if row.custody is not None)
    return tuple(_disputed(one) if one.key in disputed else one for one in found)


def _disputed(found: Custody) -> Custody:
    """Return a custody whose gold is disputed: a wrong answer is lost there, by rule 2."""
    badges = tuple(dict.fromkeys((*found.badges, DISPUTED)))
    if found.label != "wrong" or found.loss == NOT_AVAILABLE:
        return replace(found, badges=badges)
    return replace(found, badges=badges, loss=GOLD_DISPUTED, why=DISPUTED_WHY)


def stages_of(method: str) -> tuple[str, ...]:
    """Return the stages of a method, coarse to fine; none for one we do not have."""
    if method not in METHODS:
        return ()
    made: Any = METHODS[method](Settings(), Models(None, None, None))  # type: ignore[arg-type]
    return tuple(made.stages)


def order(found: Sequence[Custody], method: str) -> tuple[str, ...]:
    """Return the stages of loss that occur, in the order a turn passes them; found first."""
    known = (FOUND, *stage_order(stages_of(method)))
    losses = {item.loss for item in found}
    return tuple(name for name in known if name in losses) + tuple(sorted(losses - set(known)))


def counts(found: Sequence[Custody], method: str) -> Counts:
    """Return how many questions of each category were lost at each stage."""
    table: Counts = {}
    for name in order(found, method):
        by: Counter[str] = Counter(
            item.category or UNCATEGORISED for item in found if item.loss == name
        )
        table[name] = {c: by[c] for c in (*CATEGORY_ORDER, UNCATEGORISED) if by[c]}
    return table


def flow(found: Sequence[Custody], stages: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return gold turns as links (from, to, turns): extracted, kept by each stage, in context."""
    turns = [turn for item in found for turn in item.turns]
    points = ["gold turns", "extracted", *(f"{stage} kept" for stage in stages), "in context"]
    exits = [NOT_EXTRACTED, *(f"{stage} cut" for stage in stages), CONTEXT_CUT]
    left = len(turns)
    links: list[tuple[str, str, int]] = []
    lost = Counter(turn.lost_at for turn in turns)
    for here, there, out in zip(points[:-1], points[1:], exits, strict=True):
        left -= lost[out]
        links += [(here, out, lost[out]), (here, there, left)]
    return [link for link in links if link[2]]


def at(found: Sequence[Custody], loss: str) -> list[Custody]:
    """Return the questions lost at one stage."""
    return [item for item in found if item.loss == loss]


def categories(found: Sequence[Custody]) -> dict[str, int]:
    """Return how many questions each category has, in the order of all charts."""
    by = Counter(item.category or UNCATEGORISED for item in found)
    return {name: by[name] for name in (*CATEGORY_ORDER, UNCATEGORISED) if by[name]}


def badges(found: Sequence[Custody]) -> dict[str, int]:
    """Return how many questions carry each badge, the most common first."""
    return dict(Counter(name for item in found for name in item.badges).most_common())


def filtered(
    found: Sequence[Custody], chosen: Collection[str], marks: Collection[str]
) -> tuple[Custody, ...]:
    """Return the questions of any of these categories with any of these badges; none: all."""
    return tuple(
        item
        for item in found
        if (not chosen or (item.category or UNCATEGORISED) in chosen)
        and (not marks or set(marks) & set(item.badges))
    )


def asked(found: Sequence[Custody], question: str, conversation_id: str) -> Custody | None:
    """Return the question of these words, of that conversation if several ask it."""
    same = [item for item in found if item.question == question]
    here = (item for item in same if item.conversation_id == conversation_id)
    return next(here, same[0] if same else None)


def row_of(rows: Sequence[EvalRow], found: Custody) -> EvalRow | None:
    """Return the row a custody was made for."""
    return next((row for row in rows if row.custody and row.custody.key == found.key), None)


def corrected(
    row: EvalRow, judge: str, audit: GoldAudit, kept: Kept, asked: Asked
) -> EvalRow | None:
    """Return a row under its corrected gold, its turns followed anew; None where it is left out.

    `asked` is the question retrieved again. A verdict stands only on the gold it was given on:
    a corrected answer has the one that `judge` gave on it since, or none.
    """
    name = key(row.conversation_id, row.question)
    side = panel({name: row}, kept, {}, judge, audit, "corrected")
    if name not in side.rows:
        return None
    under = side.rows[name]
    verdict = side.verdicts.get(judge, {}).get(name)
    custody = diagnose(
        under.question,
        asked.trace,
        index_of(asked.memory),
        asked.conversation,
        asked.settings.answer.budget,
        under.answer,
        verdict,
        error=row.error,
    )
    return replace(under, verdict=verdict, custody=custody)
