"""How much of what a question asks the words of a text cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log

from hypermem_core.models.offline.verbs import PAST
from hypermem_core.retrieval.text import tokenize


@cache
def _bases() -> dict[str, str]:
    """Return the stem of an irregular past form → the stem of its verb."""
    pairs = ((tokenize(form), tokenize(base)) for form, base in PAST.items())
    return {form[0]: base[0] for form, base in pairs if form and base}


# What a question says about its own form, not about the world.
_FORM = frozenset(tokenize("many much kind name called often mention according which ones"))


def terms(text: str) -> list[str]:
    """Return a text's terms with the forms of irregular verbs as one."""
    bases = _bases()
    return [bases.get(term, term) for term in tokenize(text)]


def weighted(question: str, texts: Sequence[set[str]]) -> dict[str, float]:
    """Return how much each term of the question counts: most where few texts hold it."""
    seen = Counter(term for found in texts for term in found)
    asked = set(terms(question))
    kept = sorted((asked - _FORM) or asked)  # sums must not depend on the order of a set
    return {t: log(1 + len(texts) / (0.5 + seen[t])) for t in kept}


def share(weights: Mapping[str, float], found: Iterable[str]) -> float:
    """Return the share of the question's weight that these terms cover, 0 to 1."""
    total = sum(weights.values()) or 1.0
    return sum(weights.get(term, 0.0) for term in sorted(set(found))) / total
