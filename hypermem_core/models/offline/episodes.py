"""Offline twin of `hypermem/episodes`: the best set of cuts of one window, found by DP."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.cues import (
    BLOCK,
    Cue,
    cohesion,
    drift,
    holding,
    silence,
    spoken,
    turn_terms,
)
from hypermem_core.models.offline.cutting import best_cuts
from hypermem_core.replies import CutItem, EpisodesReply
from hypermem_core.types import Turn

_NEUTRAL = 0.25  # cohesion at which words speak neither for a cut nor against one
_COMFORTABLE = (4, 10)


def reply(turns: Sequence[Turn], max_turns: int = 12) -> EpisodesReply:
    """Return the cuts of a window: cues weighed against comfortable lengths of 4 to 10 turns."""
    if len(turns) < 2:
        return EpisodesReply([])
    cues = _cues(turns)
    cuts = best_cuts([cue.score for cue in cues], max(1, max_turns), _COMFORTABLE)
    names = list(dict.fromkeys(turn.speaker for turn in turns))
    return EpisodesReply([CutItem(at, _reason(turns, cues[at], at, names)) for at in cuts])


def _cues(turns: Sequence[Turn]) -> list[Cue]:
    """Return one cue per turn: how strongly the window should be cut before it."""
    bags = [turn_terms(turn) for turn in turns]
    return [Cue(0.0, "")] + [_cue(turns, bags, at) for at in range(1, len(turns))]


def _cue(turns: Sequence[Turn], bags: list[list[str]], at: int) -> Cue:
    before, turn = turns[at - 1], turns[at]
    tied = cohesion(bags[max(0, at - BLOCK) : at], bags[at : at + BLOCK])
    found = spoken(before, turn)
    gap = silence(_seconds(before, turn))
    if gap:
        found.insert(0, gap)
    score = sum(cue.score for cue in found[:2]) + (_NEUTRAL - tied) * 2 - holding(before, turn)
    lead = found[0] if found and found[0].score >= 0.35 else None
    return Cue(score - 0.3, lead.reason if lead else "")


def _seconds(before: Turn, turn: Turn) -> float | None:
    if before.time is None or turn.time is None:
        return None
    return (turn.time.replace(tzinfo=None) - before.time.replace(tzinfo=None)).total_seconds()


def _reason(turns: Sequence[Turn], cue: Cue, at: int, names: Sequence[str]) -> str:
    return cue.reason or drift(turns[max(0, at - 4) : at], turns[at : at + 4], names)
