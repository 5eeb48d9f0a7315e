"""A line of evidence taken apart: dates, who speaks, and sentences with their terms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from hypermem_core.models.offline.dates import annotate
from hypermem_core.models.offline.values import DATE, iso_dates
from hypermem_core.models.offline.verbs import PAST
from hypermem_core.retrieval.text import tokenize

_STAMP = re.compile(r"^\[([^\]]*)\]\s*")
_AFTER = re.compile(r"\s*\(([^()]*\d{4}[^()]*)\)\s*$")
_ASKED = re.compile(r"^([A-Z][\w'’-]*) asked: ")
_SPEAKER = re.compile(r"^([A-Z][\w'’-]*)(?: \([^)]*\))?: ")
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)")
_NAMES = re.compile(r"\b[A-Z][a-z]+\b")
BRACKETS = re.compile(r"\s*\([^()]*\d{4}[^()]*\)")
_PHOTO = re.compile(r"\bshar(?:ed|es|ing) (?:a |an )?(?:photo|picture|image)(?: of)?\b", re.I)
_BASE = {
    tokenize(form)[0]: tokenize(base)[0]
    for form, base in PAST.items()
    if tokenize(form) and tokenize(base)
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its words without resolved dates, its terms, and what kind it is."""

    text: str
    terms: frozenset[str]
    date: str  # the resolved date it holds, empty if none
    asks: bool
    photo: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of evidence: `[said] Speaker: body (event)`, each part maybe empty."""

    said: str
    speaker: str
    body: str
    event: str
    asks: bool  # it only reports a question
    sentences: tuple[Sentence, ...]
    terms: frozenset[str]
    names: frozenset[str]  # words with a capital, openers of sentences too


@lru_cache(maxsize=32768)
def _terms(text: str) -> tuple[str, ...]:
    return tuple(_BASE.get(term, term) for term in tokenize(text))


def terms(text: str) -> list[str]:
    """Return a text's terms with the forms of irregular verbs as one."""
    return list(_terms(text))


def parts(line: str) -> tuple[str, str, str]:
    """Return a line of evidence as (date said, text, date of the event), dates maybe empty."""
    stamp, after = _STAMP.match(line), _AFTER.search(line)
    body = _AFTER.sub("", _STAMP.sub("", line)).strip()
    return (stamp[1] if stamp else "", body, after[1] if after else "")


def sentences(body: str) -> list[str]:
    """Return the sentences of a text without the `Name:` of who says it."""
    found = _SENTENCES.split(_SPEAKER.sub("", body))
    return [piece.strip() for piece in found if piece.strip()]


def _sentence(text: str) -> Sentence:
    inside = BRACKETS.search(text)
    bare = BRACKETS.sub("", text)
    asks = bare.rstrip("\"' ”").endswith(("?", "？"))
    date = inside[0].strip(" ()") if inside else ""
    return Sentence(bare, frozenset(terms(bare)), date, asks, bool(_PHOTO.search(bare)))


def _resolved(body: str, said: str) -> str:
    """Return a verbatim turn with its relative dates resolved, as facts have theirs."""
    day = DATE.search(iso_dates(said))
    if day is None or len(day[0]) < 10:
        return body
    return annotate(body, datetime.fromisoformat(day[0][:10]))[0]


@lru_cache(maxsize=4096)
def read(text: str) -> Line:
    """Return a line of evidence taken apart; kept, since a conversation's lines come again."""
    said, body, event = parts(text)
    asked, speaks = _ASKED.match(body), _SPEAKER.match(body)
    if speaks:
        body = _resolved(body, said)
    told = _ASKED.sub("", body)
    pieces = tuple(_sentence(piece) for piece in sentences(told)) or (_sentence(told),)
    speaker = asked[1] if asked else speaks[1] if speaks else ""
    held = frozenset(terms(body)).union(*(piece.terms for piece in pieces))
    asks = bool(asked) or all(piece.asks for piece in pieces)
    return Line(said, speaker, body, event, asks, pieces, held, frozenset(_NAMES.findall(body)))
