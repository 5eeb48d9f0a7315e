"""Offline twin of `hypermem/window_facts`: each episode's facts as its own twin tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from hypermem_core.models.offline.episode_summaries import divided
from hypermem_core.models.offline.facts import tell
from hypermem_core.replies import WeighedFact, WindowFactsReply
from hypermem_core.types import Turn

BEFORE = 2  # turns seen before an episode, as when it is asked about alone


def reply(turns: Sequence[Turn], stretches: str, before: Sequence[Turn] = ()) -> WindowFactsReply:
    """Return the facts without roles: those are weighed by their own twin."""
    seen, found = list(before), []
    for _, part in divided(turns, stretches):
        found += [WeighedFact(**asdict(fact)) for fact in tell(part, seen[-BEFORE:])]
        seen += part
    return WindowFactsReply(found)
