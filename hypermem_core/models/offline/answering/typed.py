"""Answers whose form is known: a member of a kind, an amount, a name, a person."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hypermem_core.models.offline.answering import lexicon
from hypermem_core.models.offline.answering.features import KIN
from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.answering.names import names
from hypermem_core.models.offline.answering.support import Support

READ = 6  # sentences looked at for the form asked for
FAR = 0.6  # a sentence scored this much below the best is not looked at
_NUMERAL = (
    r"(?:\d[\d,.]*\d|\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)"
)
_AMOUNT = re.compile(
    rf"[$£€]?\b{_NUMERAL}(?:(?:,| and|) (?:a half|{_NUMERAL}|hundred|thousand|million))*"
    r"(?: (?!and\b|of\b|in\b|on\b|at\b|to\b|for\b)[a-z]+)?",
    re.I,
)
_YEAR = re.compile(r"\b1[0-9]\d\d\b|\b20\d\d\b")
_ASKS_AMOUNT = re.compile(
    r"\bhow (?:much|old|far|tall|big|deep|high)\b|\b(?:what|which)(?: \w+)? (?:time|number|size)\b",
    re.I,
)
_ASKS_YEAR = re.compile(r"\bwhat year\b|\bwhich year\b", re.I)
_ASKS_NAME = re.compile(r"\bnames?\b|\bnamed\b|\bcalled\b|\btitle\b", re.I)

_KIN = re.compile(rf"\b(?:(?:her|his|their) )?(?:\w+ )?{KIN.pattern}")

Form = Callable[[str], list[str]]


def form(asked: Asked, known: frozenset[str]) -> Form | None:
    """Return what finds answers of the form asked for in a text; None if no form is known."""
    if _ASKS_YEAR.search(asked.text):
        return _YEAR.findall
    if _ASKS_AMOUNT.search(asked.text):
        return lambda text: [found[0] for found in _AMOUNT.finditer(text)]
    if lexicon.pattern(asked.head) is not None:
        return lambda text: lexicon.members(asked.head, text)
    if asked.kind == "who":
        return lambda text: [*names(known, text), *(found[0] for found in _KIN.finditer(text))]
    if _ASKS_NAME.search(asked.text):
        return lambda text: names(known, text)
    return None


def typed(
    asked: Asked, ranked: Sequence[Support], people: frozenset[str]
) -> tuple[str, Support] | None:
    """Return the first answer of the form asked for, and its sentence; None if there is none."""
    known = asked.terms | asked.names | people
    find = form(asked, known)
    for support in ranked[:READ] if find else ():
        if support.score < ranked[0].score - FAR:
            break
        for found in find(support.sentence.text) if find else ():
            if terms(found) and not set(terms(found)) & known:
                return found, support
    return None
