"""Finds relative dates in English and Chinese and resolves them from the day they were said on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from hypermem_core.models.offline import chinese_dates
from hypermem_core.models.offline.calendar_words import When
from hypermem_core.models.offline.date_rules import RULES
from hypermem_core.models.offline.sentences import has_cjk


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date phrase: where it stands, what it means, and whether the text states it in full."""

    start: int
    end: int
    phrase: str
    when: When
    stated: bool = False


_FUTURE = re.compile(
    r"\b(?:will|won't|shall|gonna|going to|plan(?:s|ning|ned)?|upcoming|coming|tomorrow|"
    r"can't wait|look(?:ing)? forward|excited (?:for|about)|hop(?:e|ing)|next|scheduled|soon|"
    r"about to|i'm (?:off|going|having|starting|taking|leaving))\b|\w'll\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:was|were|went|had|did|got|took|saw|made|met|came|gave|ran|won|bought|\w{2,20}ed)\b",
    re.IGNORECASE,
)
_PERFECT = re.compile(
    r"(?:\b(?:have|has)|\w'(?:ve|s))(?: (?:just|already|now|even|also))? $", re.IGNORECASE
)
_BARE_DAY = re.compile(r"^(?:sun|sat|wed|mon|fri|tue)$", re.IGNORECASE)
_STATED = re.compile(r"\d{4}")
_NEARBY = 120  # characters before a phrase in which a tense says where it looks
_LIKE = re.compile(
    r"\blike (?:it was )?(?:just |only )?$", re.IGNORECASE
)  # `it feels like yesterday`
_PAST_SPAN = re.compile(r"\b(?:for|over|in|during|within) the $", re.IGNORECASE)


def find(text: str, said: datetime | None) -> list[FoundDate]:
    """Return the dates a text states or implies, in order; none without the day it was said on."""
    if said is None:
        return []
    today = said.date()
    found = chinese_dates.find(text, today) if has_cjk(text) else []
    taken = [(start, end) for start, end, _, _ in found]
    dates = [FoundDate(s, e, text[s:e], when, stated) for s, e, when, stated in found]
    for pattern, resolve in RULES:
        for match in pattern.finditer(text):
            if _clashes(match.span(), taken) or not _plausible(match, text):
                continue
            when = _safely(resolve, match, today, _is_ahead(text, match.start()))
            if when:
                taken.append(match.span())
                stated = _STATED.search(match.group()) is not None
                dates.append(FoundDate(*match.span(), match.group(), when, stated))
    return sorted(dates, key=lambda item: item.start)


def annotate(text: str, said: datetime | None) -> tuple[str, str]:
    """Return the text with dates added in parentheses, and the first date as ISO (`""` if none)."""
    dates = find(text, said)
    chinese = has_cjk(text)
    for item in reversed(dates):
        if not item.stated and not text[item.end : item.end + 2].strip().startswith(("(", "（")):
            text = text[: item.end] + _addition(item, chinese) + text[item.end :]
    return text, dates[0].when.iso if dates else ""


def _addition(item: FoundDate, chinese: bool) -> str:
    """Return what to put behind a phrase: the year alone where the phrase states the rest."""
    label = item.when.label
    if chinese:
        return f"（{chinese_dates.label(item.when)}）"
    if item.phrase.lower().endswith(label[:-5].lower()) and len(label) > 5:
        return label[-5:]
    return f" ({label})"


def _is_ahead(text: str, at: int) -> bool | None:
    """Say whether a phrase looks ahead: the nearest sign before it decides, else one after it.

    None where no tense says so. A perfect says nothing: `I've entered the race in August`.
    """
    start = max(0, at - _NEARBY)
    coming = max((sign.start() for sign in _FUTURE.finditer(text, start, at)), default=-1)
    gone = max(_gone(text, start, at), default=-1)
    if coming < 0 and gone < 0:
        if _gone(text, at, at + _NEARBY):
            return False
        return True if _FUTURE.search(text, at, at + _NEARBY) else None
    return coming >= gone


def _gone(text: str, start: int, end: int) -> list[int]:
    """Return where verbs in the simple past stand."""
    return [
        sign.start()
        for sign in _GONE.finditer(text, start, end)
        if not _PERFECT.search(text, max(0, sign.start() - 20), sign.start())
    ]


def _clashes(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _plausible(match: re.Match[str], text: str) -> bool:
    """Refuse lone short words that are rarely dates (`sun`), and spans (`over the past year`)."""
    phrase = match.group().strip()
    before = text[max(0, match.start() - 12) : match.start()]
    if _LIKE.search(before):
        return False
    if _PAST_SPAN.search(before) and re.match(r"(?:last|past|next|previous)\b", phrase, re.I):
        return False
    return not _BARE_DAY.match(phrase) or phrase == "Fri"


def _safely(
    resolve: Callable[[re.Match[str], date, bool | None], When | None],
    match: re.Match[str],
    today: date,
    ahead: bool | None,
) -> When | None:
    """Resolve a match; None where the calendar ends (year 0 or 10000)."""
    try:
        return resolve(match, today, ahead)
    except (OverflowError, ValueError):
        return None
