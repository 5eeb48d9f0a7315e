"""Offline twin of `hingemem/boundaries`: cuts a session where an element changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.models.offline import dates
from hypermem_core.models.offline.cues import BLOCK, cohesion, holding, spoken, turn_terms
from hypermem_core.models.offline.cutting import best_cuts
from hypermem_core.models.offline.hingemem.elements import elements, speakers
from hypermem_core.models.offline.hingemem.people import named, speaks_of_self
from hypermem_core.models.offline.places import place
from hypermem_core.models.offline.sentences import LONGEST
from hypermem_core.replies import BoundariesReply, SegmentItem
from hypermem_core.types import Reason, Turn

_COMFORTABLE = (3, 6)
_NEUTRAL = 0.25  # cohesion at which words speak neither for a cut nor against one
_COST = 0.3  # what any cut must be worth
_WORTH: dict[Reason, float] = {"change_time": 0.5, "change_location": 0.4, "change_person": 0.4}


@dataclass(frozen=True, slots=True)
class _Said:
    """What one turn tells of: who, when and where; empty where it says nothing."""

    persons: frozenset[str]
    times: frozenset[str]
    places: frozenset[str]


def reply(turns: Sequence[Turn], max_turns: int = 8) -> BoundariesReply:
    """Return the segments of a session, each with its elements and why it begins."""
    if not turns:
        return BoundariesReply([])
    names, session = speakers(turns), Counter(term for turn in turns for term in turn_terms(turn))
    signs = _signs(turns, names)
    starts = [0, *best_cuts([_score(sign) for sign in signs], max(1, max_turns), _COMFORTABLE)]
    items = []
    for start, end in zip(starts, [*starts[1:], len(turns)], strict=True):
        part = turns[start:end]
        found = elements(part, names, session)
        items.append(
            SegmentItem(
                [turn.id for turn in part],
                found.persons,
                found.times,
                found.locations,
                found.topics,
                found.description,
                _reason(signs[start]) if start else "change_time",
            )
        )
    return BoundariesReply(items)


def _score(sign: dict[Reason | None, float]) -> float:
    return sum(sign.values())


def _reason(sign: dict[Reason | None, float]) -> Reason:
    """Return the change that speaks loudest; the subject's where nothing else does."""
    ranked = sorted(
        ((value, reason) for reason, value in sign.items() if reason and value > 0),
        key=lambda pair: (-pair[0], pair[1]),
    )
    return ranked[0][1] if ranked else "topic_shift"


def _signs(turns: Sequence[Turn], names: Sequence[str]) -> list[dict[Reason | None, float]]:
    """Return for each turn what speaks for a cut before it, by reason; None: against any."""
    said = [_said(turn, names) for turn in turns]
    bags = [turn_terms(turn) for turn in turns]
    found: list[dict[Reason | None, float]] = [{}]
    for at in range(1, len(turns)):
        tied = cohesion(bags[max(0, at - BLOCK) : at], bags[at : at + BLOCK])
        cues = spoken(turns[at - 1], turns[at])
        sign: dict[Reason | None, float] = {
            None: -_COST - holding(turns[at - 1], turns[at]),
            "topic_shift": (_NEUTRAL - tied) * 2,
            "explicit_marker": sum(cue.score for cue in cues[:2]),
        }
        for reason, worth in _changes(said[max(0, at - BLOCK) : at], said[at]).items():
            sign[reason] = worth
        found.append(sign)
    return found


def _said(turn: Turn, names: Sequence[str]) -> _Said:
    text = turn.text[:LONGEST]
    own = {turn.speaker} if speaks_of_self(turn) else set()
    spot = place(text, names)
    when = {item.when.iso for item in dates.find(text, turn.time)}
    return _Said(
        frozenset(own | set(named(text, turn.speaker))),
        frozenset(when),
        frozenset({spot} if spot else ()),
    )


def _changes(before: Sequence[_Said], now: _Said) -> dict[Reason, float]:
    """Return which of person, time and place the turn changes against the ones before it."""
    pairs: tuple[tuple[Reason, frozenset[str], frozenset[str]], ...] = (
        ("change_person", frozenset().union(*(s.persons for s in before)), now.persons),
        ("change_time", frozenset().union(*(s.times for s in before)), now.times),
        ("change_location", frozenset().union(*(s.places for s in before)), now.places),
    )
    return {reason: _WORTH[reason] for reason, old, new in pairs if new and not new & old}
