"""The spans of a sentence that could answer: they begin and end where a phrase can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hypermem_core.models.offline.answering.clauses import clauses
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.verbs import is_past

LIMIT = 10  # words of a span, at most
LONGEST = 24  # words of a clause that are read
AUXILIARIES = frozenset(
    """is was are were be been being has have had having will would can could should may might do
    does did it's that's there's isn't wasn't don't doesn't didn't""".split()
)
PREPOSITIONS = frozenset(
    """in on at to for with of from by about into over after before during through like as than
    near around under between towards toward without within off onto upon since until up
    out""".split()
)
JOINTS = frozenset("and or but so that which who where when while if because then plus".split())
ARTICLES = frozenset("a an the some this these those their her his its my our your".split())
_ADVERBS = frozenset(
    "just also really very so even still always never ever finally definitely actually only".split()
)
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
PHOTO = re.compile(r"^.*?\bshar(?:ed|es|ing) (?:a |an )?(?:photo|picture|image)(?: of)? ", re.I)
_NEVER_LAST = AUXILIARIES | PREPOSITIONS | JOINTS | ARTICLES | _ADVERBS
_NEVER_FIRST = (AUXILIARIES | JOINTS | _ADVERBS | PREPOSITIONS) - {"to", "by"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a clause: as written, bare and small, and its terms."""

    text: str
    bare: str
    terms: frozenset[str]
    verb: bool  # it looks like a past or an -ing form


@dataclass(frozen=True, slots=True)
class Span:
    """Words `start` to `end` of a clause."""

    clause: tuple[Word, ...]
    start: int
    end: int

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the span."""
        return self.clause[self.start : self.end]

    @property
    def text(self) -> str:
        """The span as written, without marks at its ends."""
        said = " ".join(word.text for word in self.words).strip(" .,!?;:，。！？()")
        return said.strip('"“”') if said.count('"') % 2 or "“" in said else said


@lru_cache(maxsize=16384)
def word(text: str) -> Word:
    """Return a word taken apart."""
    bare = _EDGE.sub("", text.lower())
    verb = bare.isalpha() and (is_past(bare) or (bare.endswith("ing") and len(bare) > 4))
    return Word(text, bare, frozenset(terms(text)), verb)


@lru_cache(maxsize=4096)
def read_clauses(text: str) -> tuple[tuple[Word, ...], ...]:
    """Return the clauses of a sentence as words."""
    pieces = clauses(PHOTO.sub("", text))
    return tuple(tuple(word(w) for w in piece.split()[:LONGEST]) for piece in pieces)


def _starts(clause: tuple[Word, ...], known: frozenset[str]) -> list[int]:
    found = []
    for index, here in enumerate(clause):
        before = clause[index - 1] if index else None
        if not here.bare or here.bare in _NEVER_FIRST:
            continue
        opens = before is None or before.verb or bool(before.terms & known) or not before.terms
        if opens or here.bare in ARTICLES or here.bare == "to" or here.verb:
            found.append(index)
    return found


def _ends(clause: tuple[Word, ...], known: frozenset[str]) -> list[int]:
    found = []
    for index in range(1, len(clause) + 1):
        last = clause[index - 1].bare
        after = clause[index] if index < len(clause) else None
        if not last or last in _NEVER_LAST:
            continue
        closes = after is None or after.bare in _NEVER_LAST or bool(after.terms & known)
        if closes or clause[index - 1].text.endswith(",") or (after and after.verb):
            found.append(index)
    return found


def spans(text: str, known: frozenset[str]) -> Iterator[Span]:
    """Yield the spans of a sentence; `known` are terms of the question and of who speaks."""
    for clause in read_clauses(text):
        ends = _ends(clause, known)
        for start in _starts(clause, known):
            for end in ends:
                if start < end <= start + LIMIT:
                    span = Span(clause, start, end)
                    if any(piece.terms - known for piece in span.words):
                        yield span
