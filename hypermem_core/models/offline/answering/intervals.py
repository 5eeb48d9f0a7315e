"""How much time lies between two events, each found by its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.periods import period
from hypermem_core.models.offline.answering.support import Support, supports
from hypermem_core.models.offline.answering.times import told
from hypermem_core.types import Evidence

_BETWEEN = re.compile(
    r"^how (?:many (day|week|month|year)s|long)\b.*\bbetween (.+?) and (.+?)\??$", re.I
)
_DAYS = {"day": 1, "week": 7, "month": 30.4, "year": 365.25}
READ = 4  # sentences of which the first dated one dates an event


def _dated(
    event: str, evidence: Sequence[Evidence], people: frozenset[str]
) -> tuple[date, Support] | None:
    for support in supports(asked(event), evidence, people)[:READ]:
        found = period(told(support.line, support.sentence) or support.line.said)
        if found:
            return found.first, support
    return None


def between(
    question: str, evidence: Sequence[Evidence], people: frozenset[str]
) -> tuple[str, list[Support]] | None:
    """Return the time between the two events a question names; None if it names no two."""
    found = _BETWEEN.match(question.strip())
    if not found:
        return None
    one, other = (_dated(event, evidence, people) for event in (found[2], found[3]))
    if one is None or other is None:
        return None
    days = abs((one[0] - other[0]).days)
    unit = (found[1] or "day").lower()
    count = round(days / _DAYS[unit])
    return f"{count} {unit}{'' if count == 1 else 's'}", [one[1], other[1]]
