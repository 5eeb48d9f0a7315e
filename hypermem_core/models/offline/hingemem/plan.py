"""Offline twin of `hingemem/plan`: what a question is after, and how much of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from hypermem_core.models.offline import dates
from hypermem_core.models.offline.hingemem.people import named
from hypermem_core.models.offline.intervals import iso_of
from hypermem_core.models.offline.keywords import keywords
from hypermem_core.models.offline.places import place
from hypermem_core.models.offline.sentences import straight, words
from hypermem_core.replies import PlanReply
from hypermem_core.types import ElementKind, QueryType

_YES_NO = re.compile(
    r"^(?:and |so |but )?(?:did|do|does|is|are|was|were|has|have|had|can|could|would|will|should|"
    r"might|isn't|aren't|didn't|doesn't|wasn't|weren't|hasn't|haven't)\b|[吗]\W*$|是不是|有没有",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\bhow (?:many|often)\b|\b(?:list|all (?:the|of)|every|both|each|various|different)\b|"
    r"\bin (?:what|which) ways\b|\bwhat (?:are|were|kinds?|types?|sorts?|else|all)\b|\border\b|"
    r"\b(?:timeline|history|so far|over (?:the )?(?:years|months|time))\b|"
    r"\bhas \w+ (?:ever )?\w+(?:ed|en|ne)\b|"
    r"哪些|几次|多少|所有",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\b(?:what|which) (?:\w+ ){0,2}?(\w{3,}s)\b (?:\w+ )?"
    r"(?:do|does|did|has|have|are|were|is|was|in|of|that|could|would|might|will)\b",
    re.IGNORECASE,
)
_SINGULAR = ("ss", "us", "is", "'s")


def reply(question: str, persons: Sequence[str], today: datetime | None = None) -> PlanReply:
    """Return type, elements by kind and their priority."""
    text = straight(question)
    who = _persons(text, persons)
    times = [iso_of(found.when, found.phrase) for found in dates.find(text, today)]
    spot = place(text, persons)
    topics = keywords(_without_times(text, today), 6, [*persons, spot])
    kind = _type(text)
    held: dict[ElementKind, Sequence[str]] = {
        "time": times,
        "location": [spot] if spot else [],
        "person": who,
        "topic": topics,
    }
    return PlanReply(
        kind, who, list(dict.fromkeys(times)), list(held["location"]), topics, _order(kind, held)
    )


def _type(text: str) -> QueryType:
    if _YES_NO.search(text):
        return "judgment"
    plural = _PLURAL.search(text)
    if _MANY.search(text) or (plural and not plural.group(1).lower().endswith(_SINGULAR)):
        return "recall"
    return "precision"


def _persons(text: str, persons: Sequence[str]) -> list[str]:
    """Return those of the known persons that the question names, and others it names itself."""
    said = {word.lower().removesuffix("'s") for word in words(text)}
    known = [name for name in persons if _called(name, text, said)]
    return list(dict.fromkeys([*known, *named(text, "")]))


def _called(name: str, text: str, said: set[str]) -> bool:
    if " " in name or "'" in name:
        return name.lower() in text.lower()
    return name.lower() in said or name in text


def _without_times(text: str, today: datetime | None) -> str:
    for found in reversed(dates.find(text, today)):
        text = text[: found.start] + " " + text[found.end :]
    return text


def _order(kind: QueryType, held: dict[ElementKind, Sequence[str]]) -> list[ElementKind]:
    """Return constraints first (a time, a place), then what is asked about; absent kinds last."""
    about: tuple[ElementKind, ElementKind] = (
        ("person", "topic") if kind == "judgment" else ("topic", "person")
    )
    order: list[ElementKind] = ["time", "location", *about]
    return sorted(order, key=lambda name: not held[name])
