"""Lists: what several sentences say, each thing once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypermem_core.models.offline.answering import lexicon
from hypermem_core.models.offline.answering.best_span import best_spans
from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.answering.names import names, wants_a_name
from hypermem_core.models.offline.answering.support import Support

LIKE_BEST = 0.5  # share of the best sentence's score that still joins a list of names
NEAR = 3.0  # a span scored this much below the best still joins a list
LISTED = 4  # things a list holds, at most
MEMBERS = 6  # the same where they are members of a kind, which are surer
READ = 40  # sentences searched for members of a kind

Pairs = Iterator[tuple[str, Support]]


def _members(asked: Asked, ranked: Sequence[Support], skip: frozenset[str]) -> Pairs:
    for support in ranked[:READ]:
        if support.named:
            for member in lexicon.members(asked.head, support.sentence.text):
                if not set(terms(member)) & skip:
                    yield member, support


def _names(asked: Asked, ranked: Sequence[Support], skip: frozenset[str]) -> Pairs:
    for support in ranked if wants_a_name(asked.text) else ():
        if support.score >= LIKE_BEST * ranked[0].score:
            for name in names(skip, support.sentence.text):
                yield name, support


def _spans(asked: Asked, ranked: Sequence[Support], people: frozenset[str]) -> Pairs:
    found = best_spans(asked, ranked, people)
    for one in found:
        if one.score >= found[0].score - NEAR:
            yield one.text, one.support


def _first(pairs: Pairs, most: int) -> dict[str, Support]:
    """Return the first things, none of which only repeats another."""
    kept: dict[str, Support] = {}
    for text, support in pairs:
        own = set(terms(text))
        if own and len(kept) < most and not any(own <= set(terms(known)) for known in kept):
            kept[text] = support
    return kept


def listed(
    asked: Asked, ranked: Sequence[Support], people: frozenset[str]
) -> tuple[str, list[Support]]:
    """Return the things, between commas, and the sentences they come from."""
    skip = people | asked.names | asked.terms
    kept = _first(_members(asked, ranked, skip), MEMBERS)
    kept = kept or _first(_names(asked, ranked, skip), LISTED)
    kept = kept or _first(_spans(asked, ranked, people), LISTED)
    return ", ".join(kept), list(kept.values())
