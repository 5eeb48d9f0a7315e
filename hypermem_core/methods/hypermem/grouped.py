"""Grouped asks: one question about all episodes of a session or two, not one for each.

What a grouped reply leaves out is asked alone, so nothing depends on it but the bill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.replies import SummariesReply, SummaryReply, WeighedFact, WindowFactsReply
from hypermem_core.types import Episode, Turn

T = TypeVar("T")
MOST_TURNS = 40  # in one group: more would crowd out the reply
LEAST_TURNS = 3  # an episode this long without a fact in a grouped reply is asked about alone


def in_groups(items: Iterable[T], turns: Callable[[T], Sequence[Turn]]) -> Iterator[list[T]]:
    """Yield consecutive items in groups of at most `MOST_TURNS` turns across short sessions.

    A group is yielded as soon as it is full: items that are still being made are not waited for.
    """
    group: list[T] = []
    held = 0
    for session in by_session(items, turns):
        size = sum(len(turns(item)) for item in session)
        if group and held + size <= MOST_TURNS:
            group += session
            held += size
            continue
        if group:
            yield group
        group, held = [], 0
        for item in session:
            own = len(turns(item))
            if group and held + own > MOST_TURNS:
                yield group
                group, held = [], 0
            group.append(item)
            held += own
    if group:
        yield group


def by_session(items: Iterable[T], turns: Callable[[T], Sequence[Turn]]) -> Iterator[list[T]]:
    """Yield consecutive items whose first turns are of one session."""
    for _, own in groupby(items, key=lambda item: turns(item)[0].session):
        yield list(own)


def stretches(parts: Sequence[Sequence[Turn]]) -> str:
    """Return which turns each episode holds, a line each: `episode 1: D1:1 to D1:6`."""
    ends = enumerate(((part[0].id, part[-1].id) for part in parts), 1)
    return "\n".join(f"episode {number}: {first} to {last}" for number, (first, last) in ends)


def summaries(building: Building, parts: Sequence[Sequence[Turn]]) -> dict[int, SummaryReply]:
    """Return the summaries of a group's episodes by position; without a reply, none."""
    if len(parts) < 2:
        return {}
    prompt, first, last = "hypermem/episode_summaries", parts[0][0].id, parts[-1][-1].id
    turns = tuple(turn for part in parts for turn in part)
    try:
        reply = building.ask(prompt, SummariesReply, turns=turns, stretches=stretches(parts))
    except ReplyError as error:
        building.warn(f"{first} to {last} are summarised one by one: {error.message}")
        return {}
    found: dict[int, SummaryReply] = {}
    for item in reply.episodes:
        number = item.local_id.strip().lower().replace("_", " ").removeprefix("episode").strip()
        if number.isdecimal() and 0 < int(number) <= len(parts) and item.text.strip():
            own = SummaryReply(item.title, item.summary, item.text, item.keywords)
            found.setdefault(int(number) - 1, own)
    return found


def facts(
    building: Building, episodes: Sequence[Episode], before: Sequence[Turn]
) -> dict[str, list[WeighedFact]]:
    """Return the facts of a group's episodes by episode id; without a reply, none.

    A fact belongs to the episode of its first turn; one without a turn of the group is dropped.
    """
    if len(episodes) < 2:
        return {}
    parts = [building.turns(episode.turn_ids) for episode in episodes]
    turns = tuple(turn for part in parts for turn in part)
    try:
        reply = building.ask(
            "hypermem/window_facts",
            WindowFactsReply,
            turns=turns,
            stretches=stretches(parts),
            before=before,
        )
    except ReplyError as error:
        names = f"{episodes[0].id} to {episodes[-1].id}"
        building.warn(f"The facts of {names} are asked for one by one: {error.message}")
        return {}
    owner = {turn_id: episode.id for episode in episodes for turn_id in episode.turn_ids}
    found: dict[str, list[WeighedFact]] = {
        e.id: [] for e in episodes if len(e.turn_ids) < LEAST_TURNS
    }
    for item in reply.facts:
        named = [owner[turn_id.strip()] for turn_id in item.turn_ids if turn_id.strip() in owner]
        if named:
            found.setdefault(named[0], []).append(item)
        else:
            building.warn(
                f"A fact that no turn of {turns[0].id} to {turns[-1].id} supports was dropped.",
                "id",
            )
    return found
