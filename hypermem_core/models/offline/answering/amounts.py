"""How many: a number that is stated, or the distinct days of what is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.answering.support import Support
from hypermem_core.models.offline.answering.times import dated_inside
from hypermem_core.models.offline.values import normalised, values

ALIKE = 0.5  # share of the best score that still speaks of the thing counted
READ = 4  # sentences among which a stated number is looked for
_NUMBER = re.compile(r"(?<![\d-])(\d{1,3}(?:\.\d+)?)(?![\d-])\s*")
_CLAUSE = re.compile(r"[.,;:!?()，。！？]")
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_TIMES = re.compile(r"\bhow many times\b", re.I)
_PART_OF = re.compile(r"(?:out )?of (?:the|them)\b")


def number(asked: Asked, text: str) -> str:
    """Return the number a text states of what is counted in the question, or nothing."""
    words = normalised(text)
    given = values(asked.text)
    for match in _NUMBER.finditer(words):
        clause = _CLAUSE.split(words[match.end() :])[0]
        following = " ".join(clause.split()[:3])[:40]
        if match[1] in given:
            continue
        if _PART_OF.match(clause) or asked.terms & set(terms(following)):
            return match[1]
    return ""


def spelt(asked: Asked, digits: str) -> str:
    """Return a number as people write it: words to twelve, `twice` for two times."""
    if asked.chinese or not digits.isdigit() or int(digits) >= len(_WORDS):
        return digits
    if _TIMES.search(asked.text) and digits in {"1", "2"}:
        return "once" if digits == "1" else "twice"
    return _WORDS[int(digits)]


def _day(support: Support) -> str:
    return (
        support.date or dated_inside(support.line.body) or support.line.said or support.item.node_id
    )


def count(asked: Asked, ranked: Sequence[Support]) -> tuple[str, list[Support], str]:
    """Return a number, the evidence it rests on, and whether it was stated or counted."""
    best = ranked[0].score
    for support in ranked[:READ]:
        stated = number(asked, support.sentence.text)
        if stated and support.score >= ALIKE * best:
            return spelt(asked, stated), [support], "The evidence states the number."
    first: dict[str, Support] = {}
    for support in ranked:
        if support.named and support.score >= ALIKE * best and not support.sentence.photo:
            first.setdefault(support.item.node_id, support)
    alike = list(first.values()) or list(ranked[:1])
    dated = [s for s in alike if s.date or dated_inside(s.line.body)] or alike
    days = {_day(support) for support in dated}
    return spelt(asked, str(len(days))), dated, "Counted the distinct days of matching evidence."
