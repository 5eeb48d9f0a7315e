"""Offline twin of `hypermem/episode_summaries`: each episode as its own twin summarises it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypermem_core.models.offline import episode_summary
from hypermem_core.replies import NamedSummary, SummariesReply
from hypermem_core.types import Turn


def reply(turns: Sequence[Turn], stretches: str) -> SummariesReply:
    """Return one summary per stretch, by its local id."""
    found = []
    for name, part in divided(turns, stretches):
        own = episode_summary.reply(part)
        found.append(NamedSummary(name, own.title, own.summary, own.text, own.keywords))
    return SummariesReply(found)


def divided(turns: Sequence[Turn], stretches: str) -> Iterator[tuple[str, list[Turn]]]:
    """Yield (local id, its turns) of lines such as `episode 1: D1:1 to D1:6`."""
    places = {turn.id: index for index, turn in enumerate(turns)}
    for line in stretches.splitlines():
        name, _, ends = line.partition(": ")
        first, _, last = ends.partition(" to ")
        yield name, list(turns[places[first] : places[last] + 1])
