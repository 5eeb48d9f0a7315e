"""How well each piece of evidence, and each sentence of it, speaks of what a question asks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from hypermem_core.models.offline.spans import parts, sentences
from hypermem_core.models.offline.values import MONTHS
from hypermem_core.models.offline.verbs import PAST
from hypermem_core.retrieval.text import tokenize
from hypermem_core.types import Evidence

PRIOR = 1.0  # what the first place of retrieval is worth against covering the whole question
STRANGER = 0.8  # what is left of the score where the person asked about is not named
_BASE = {
    tokenize(form)[0]: tokenize(base)[0]
    for form, base in PAST.items()
    if tokenize(form) and tokenize(base)
}
# What a question says about its own form, not about the world.
_FORM = frozenset(tokenize("many much kind name called often mention according which ones"))
_PERIODS = frozenset(tokenize(" ".join(MONTHS)))
_NAME = re.compile(r"(?<!^)\b[A-Z][\w]+")


@dataclass(frozen=True, slots=True)
class Match:
    """One piece of evidence and how much of the question it covers (0 to 1)."""

    item: Evidence
    covered: float
    score: float
    sentence: str  # its best sentence
    following: str = ""  # the one after it
    named: bool = True  # whether it names someone the question names

    @property
    def passage(self) -> str:
        """The best sentence and the one after it, which often goes on about it."""
        return f"{self.sentence} {self.following}".strip()


def terms(text: str) -> list[str]:
    """Return a text's terms with the forms of irregular verbs as one."""
    return [_BASE.get(term, term) for term in tokenize(text)]


def weighted(question: str, texts: Sequence[set[str]]) -> dict[str, float]:
    """Return how much each term of the question counts: rare ones in the evidence most."""
    seen = Counter(term for found in texts for term in found)
    asked = set(terms(question))
    if "how many" in question.lower():  # the period a count is for is no part of the thing
        asked -= {term for term in asked if term.isdigit() or term in _PERIODS}
    return {t: log(1 + len(texts) / (0.5 + seen[t])) for t in (asked - _FORM) or asked}


def share(weights: Mapping[str, float], found: Iterable[str]) -> float:
    """Return the share of the question's weight that these terms cover."""
    total = sum(weights.values()) or 1.0
    return sum(weights.get(term, 0.0) for term in set(found)) / total


def matches(question: str, evidence: Sequence[Evidence]) -> list[Match]:
    """Return the evidence, best first."""
    # Facts and turns state things; a summary is read only where there is nothing else.
    items = [item for item in evidence if item.kind not in {"episode", "topic"}] or list(evidence)
    found = [set(terms(item.text)) for item in items]
    weights = weighted(question, found)
    people = set(terms(" ".join(_NAME.findall(question))))
    ranked = []
    for rank, (item, held) in enumerate(zip(items, found, strict=True)):
        pieces = sentences(parts(item.text)[1]) or [""]
        shares = [share(weights, terms(piece)) for piece in pieces]
        best = shares.index(max(shares))
        covered = share(weights, held)
        named = not people or bool(people & held)
        score = (0.7 * covered + 0.3 * shares[best] + PRIOR / (1 + rank / 3)) * (
            1.0 if named else STRANGER
        )
        following = pieces[best + 1] if best + 1 < len(pieces) else ""
        ranked.append(Match(item, covered, score, pieces[best], following, named))
    return sorted(ranked, key=lambda match: -match.score)
