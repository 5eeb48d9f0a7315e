"""The known faults of the official code that show in its artefacts: found, and said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.official.conversation import session_number, turn_id
from hypermem_core.official.fields import objects, text


def wall_clock(value: Any) -> datetime | None:
    """Return a time as written, its zone left out: the official code gives all the same zone."""
    try:
        return datetime.fromisoformat(text(value)).replace(tzinfo=None)
    except ValueError:
        return None


def report_faults(
    name: str,
    episodes: Sequence[dict[str, Any]],
    facts: Sequence[dict[str, Any]],
    findings: Findings,
) -> None:
    """Report what the episodes and facts of a conversation have wrong; nothing is changed here."""
    _session_order(name, episodes, findings)
    _episode_times(name, episodes, findings)
    _captions(name, episodes, findings)
    _fact_times(name, episodes, facts, findings)


def _session_order(name: str, episodes: Sequence[dict[str, Any]], findings: Findings) -> None:
    """Sessions are sorted as texts: 10 comes before 2, and so time goes back."""
    messages = [one for episode in episodes for one in objects(episode.get("original_data"))]
    numbers = [session_number(message) for message in messages]
    for before, after in zip(numbers, numbers[1:], strict=False):
        if after < before and str(after) > str(before):
            what = f"{name}: session {before} stands before session {after}"
            findings.add("sessions_sorted_as_text", what, "repaired")
    for episode in episodes:
        inside = {session_number(one) for one in objects(episode.get("original_data"))}
        if len(inside) > 1:
            what = f"{name}: {_id(episode)} holds turns of {len(inside)} sessions"
            findings.add("episodes_across_sessions", what)


def _id(episode: dict[str, Any]) -> str:
    return text(episode.get("event_id")) or text(episode.get("id"))


def _episode_times(name: str, episodes: Sequence[dict[str, Any]], findings: Findings) -> None:
    """An episode's time should be its last message's; ours come from the messages themselves."""
    before: datetime | None = None
    for place, episode in enumerate(episodes, 1):
        stated = wall_clock(episode.get("timestamp"))
        messages = objects(episode.get("original_data"))
        last = wall_clock(messages[-1].get("timestamp")) if messages else None
        if stated is None or last is None:
            findings.add("episodes_without_time", f"{name}: {_id(episode)}")
        elif place == len(episodes) and place > 1 and stated == before:
            what = f"{name}: {_id(episode)} has the time of the episode before it"
            findings.add("last_episodes_with_a_copied_time", what, "repaired")
        elif stated != last:
            hours = (stated - last).total_seconds() / 3600
            what = f"{name}: {_id(episode)}: {stated} is {hours:+.1f} h from its last message"
            findings.add("shifted_episode_times", what, "repaired")
        before = stated


def _captions(name: str, episodes: Sequence[dict[str, Any]], findings: Findings) -> None:
    seen: set[str] = set()
    for episode in episodes:
        for message in objects(episode.get("original_data")):
            caption = text(message.get("blip_caption"))
            lost = caption and caption not in text(message.get("content"))
            if lost and turn_id(message) not in seen:
                seen.add(turn_id(message))
                findings.add("captions_the_extraction_never_saw", f"{name}: {turn_id(message)}")


def _fact_times(
    name: str,
    episodes: Sequence[dict[str, Any]],
    facts: Sequence[dict[str, Any]],
    findings: Findings,
) -> None:
    """A fact's time is that of its extraction, so it tells nothing about the event."""
    messages = [one for episode in episodes for one in objects(episode.get("original_data"))]
    times = [wall_clock(message.get("timestamp")) for message in messages]
    latest = max((time for time in times if time), default=None)
    for fact in facts:
        stated = wall_clock(fact.get("timestamp"))
        if stated and latest and stated > latest:
            what = f"{name}: {text(fact.get('id'))}: {stated:%Y-%m-%d}"
            findings.add("fact_times_that_are_those_of_the_extraction", what, "repaired")
