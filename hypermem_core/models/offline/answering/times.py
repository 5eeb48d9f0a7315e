"""When something was, and how long it took, as it was said or resolved."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypermem_core.models.offline.answering.lines import BRACKETS, Line, Sentence
from hypermem_core.models.offline.sentences import has_cjk
from hypermem_core.models.offline.values import DATE, iso_dates

_NUMBER = (
    r"(?:\d+|an?|a few|a couple of|several|half an?|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|fifteen|\w+teen|twenty|thirty)"
)
_LENGTH = re.compile(
    rf"(?:(?:about|over|almost|nearly|around|more than) )?\b{_NUMBER}(?:[- ](?:whole|full|long))?"
    r"[- ](?:second|minute|hour|day|night|week|weekend|month|year|decade)s?\b(?: and a half)?"
    r"|\bsince (?:\d{4}|[A-Z]\w+ \d{4}|\w+ school|childhood)"
    r"|[\d一二两三四五六七八九十半]+\s*(?:个)?(?:多)?(?:分钟|小时|天|周|星期|月|年)",
    re.I,
)
_OFTEN = re.compile(
    rf"\b(?:(?:at least |about |usually |only )?(?:once|twice|once or twice|{_NUMBER} times?)"
    r"(?: or (?:twice|\w+ times))? (?:a|an|per|every|each) (?:few )?\w+"
    r"|every (?:other |single |few )?(?:day|week(?:end)?|month|year|morning|night|evening|\w+day)s?"
    r"|daily|weekly|monthly|yearly)\b|每[天周月年个]\S{0,3}",
    re.I,
)
_SPAN = re.compile(r"^(week|weekend) of (.+)$")
_GRAIN = re.compile(r"\b(year|month)\b|哪[一]?(年)|几(月)|哪个(月)", re.I)
NEAR = timedelta(days=13)  # a week that began longer ago is not `the week before`


def how_long(text: str) -> str:
    """Return the duration a text states, empty if it states none."""
    found = _LENGTH.search(text)
    return found[0] if found else ""


def how_often(text: str) -> str:
    """Return how often a text says something happens, empty if it does not."""
    found = _OFTEN.search(text)
    return found[0] if found else ""


def dated_inside(body: str) -> str:
    """Return the date a text states, a resolved one in brackets first; empty if there is none."""
    inside = BRACKETS.search(body)
    stated = DATE.search(iso_dates(body))
    if inside:
        return inside[0].strip(" ()")
    return _as_written(body, stated[0]) if stated else ""


def _as_written(body: str, iso: str) -> str:
    # The shortest run of words that normalises to the date is how the text spells it.
    words = body.split()
    for size in range(1, 5):
        for start in range(len(words) - size + 1):
            run = " ".join(words[start : start + size]).strip(".,;:!?()")
            if iso_dates(run).strip() == iso:
                return run
    return iso


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(iso_dates(text).strip())
    except ValueError:
        return None


def spoken(event: str, said: str) -> str:
    """Return a week or weekend just before the day it was told as people say it.

    `week of 29 May 2023`, told on 9 June 2023, is the week before 9 June 2023.
    """
    found = _SPAN.match(event)
    start, told = (_iso(found[2]), _iso(said)) if found else (None, None)
    if found and start and told and timedelta() < told - start <= NEAR:
        return f"the {found[1]} before {said}"
    return event


def _chinese(when: str, iso: str) -> str:
    """Return a date as Chinese writes it, where the text is that date alone."""
    if iso_dates(when).strip() != iso:
        return when
    return "".join(
        f"{int(part)}{unit}" for part, unit in zip(iso.split("-"), "年月日", strict=False)
    )


def at_grain(question: str, when: str) -> str:
    """Return a date no finer than the question asks: the year, the month, or all of it."""
    asked = _GRAIN.search(question)
    stated = DATE.search(iso_dates(when))
    if stated and has_cjk(question) and not asked:
        return _chinese(when, stated[0])
    if not asked or not stated:
        return when
    if (asked[1] or asked[2] or "").lower() in {"year", "年"}:
        return stated[0][:4] + ("年" if asked[2] else "")
    if len(stated[0]) == 10:
        year, month = stated[0].split("-")[:2]
        return (
            f"{year}年{int(month)}月"
            if asked[3] or asked[4]
            else f"{date(int(year), int(month), 1):%B %Y}"
        )
    return when


def told(line: Line, sentence: Sentence) -> str:
    """Return the date a sentence or its line gives of the event, empty if neither does."""
    # A sentence's own resolved date wins over one that stands after the whole line.
    own = sentence.date or dated_inside(sentence.text)
    return own or line.event or dated_inside(line.body)


def when(question: str, line: Line, sentence: Sentence) -> str:
    """Return the date of the event: resolved, else stated in the text, else when it was said."""
    found = told(line, sentence)
    return at_grain(question, spoken(found, line.said) if found else line.said)
