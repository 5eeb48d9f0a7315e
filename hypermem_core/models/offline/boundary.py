"""Offline twin of `hypermem/boundary`: does the new turn open an episode?"""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.cues import (
    BLOCK,
    cohesion,
    drift,
    holding,
    silence,
    spoken,
    turn_terms,
)
from hypermem_core.replies import BoundaryReply
from hypermem_core.types import Turn

_SHORT = 4  # an episode below is cut unwillingly; the longer it is, the more willingly


def reply(history: Sequence[Turn], new: Turn, gap_seconds: float | None = None) -> BoundaryReply:
    """Return whether to cut before `new`, and why (or why not)."""
    if not history:
        return BoundaryReply(False, "Nothing came before")
    gap = silence(gap_seconds)
    if gap:
        return BoundaryReply(True, gap.reason)
    if len(history) < 2:
        return BoundaryReply(False, "One turn is no episode yet")
    found = spoken(history[-1], new)
    tied = cohesion([turn_terms(turn) for turn in history[-BLOCK - 1 :]], [turn_terms(new)])
    score = sum(cue.score for cue in found[:2]) + (0.2 - tied) - holding(history[-1], new)
    if score < _threshold(len(history)):
        return BoundaryReply(False, "The turn goes on with the same thread")
    names = list(dict.fromkeys(turn.speaker for turn in [*history, new]))
    lead = found[0].reason if found and found[0].score >= 0.35 else ""
    return BoundaryReply(True, lead or drift(history[-4:], [new], names))


def _threshold(length: int) -> float:
    if length < _SHORT:
        return 1.1 - 0.2 * (length - 2)
    return max(-0.1, 0.5 - 0.08 * (length - _SHORT))
