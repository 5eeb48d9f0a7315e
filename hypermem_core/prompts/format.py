"""How values are written into a prompt: one formatter per type, and `blanks_for`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from typing import Any

from hypermem_core.replies import EntityRow, EvidenceRow, PointRow, TopicCandidate
from hypermem_core.types import Episode, Evidence, Fact, Question, Topic, Turn

OFFLINE_ONLY = {"threshold", "about", "background"}  # blanks of rules that no prompt shows
NOTHING = "(none)"
UNDER_TIMES = {"hypermem/episodes", "hypermem/episode_summaries", "hypermem/window_facts"}
MOST_KEYWORDS = 10  # of an offered topic: its first ones name it, and every prompt pays for them
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def blanks_for(prompt: str, blanks: Mapping[str, Any]) -> dict[str, str]:
    """Return the blanks of a typed ask as the texts its prompt is rendered with."""
    texts = {name: written(value) for name, value in blanks.items() if name not in OFFLINE_ONLY}
    if prompt in UNDER_TIMES and "turns" in blanks:
        texts["turns"] = under_times(blanks["turns"], prompt == "hypermem/episodes")
    if prompt == "hgmem/subqueries" and "concerns" in blanks:
        texts["concerns"] = "\n".join(f"{i}. {each}" for i, each in enumerate(blanks["concerns"]))
    if "gap_seconds" in blanks:
        texts["gap_seconds"] = silence(float(blanks["gap_seconds"]))
    texts["problem"] = problem(str(blanks.get("problem") or ""))
    return texts


@singledispatch
def written(value: Any) -> str:
    """Return a value as a prompt shows it; a type without a formatter shows its `str`."""
    return str(value)


@written.register
def _turn(turn: Turn) -> str:
    return f"{turn.id} | {stamp(turn.time)} | {turn.speaker}: {turn.content}"


@written.register
def _moment(moment: datetime) -> str:
    return stamp(moment)


@written.register(type(None))
def _unknown(value: None) -> str:
    return NOTHING


@written.register
def _episode(episode: Episode) -> str:
    time = span(episode.start, episode.end)
    return f"title: {episode.title}\ntime: {time}\nsummary: {episode.summary}"


@written.register
def _topic(topic: Topic) -> str:
    words = f"title: {topic.title}\nsummary: {topic.summary}"
    return f"{words}\nkeywords: {', '.join(topic.keywords)}" if topic.keywords else words


@written.register
def _candidate(candidate: TopicCandidate) -> str:
    return (
        f"[{candidate.local_id}] {candidate.title}\n"
        f"summary: {candidate.summary}\n"
        f"keywords: {', '.join(candidate.keywords[:MOST_KEYWORDS]) or NOTHING}\n"
        f"similarity: {candidate.similarity:.2f}"
    )


@written.register
def _point(point: PointRow) -> str:
    return f"[{point.id}] {' · '.join(point.members)}\n{point.description}"


@written.register
def _entity(entity: EntityRow) -> str:
    about = f": {entity.description}" if entity.description else ""
    return f"- {entity.name} ({entity.type}){about}"


@written.register
def _row(row: EvidenceRow) -> str:
    tied = f" ({' · '.join(row.entities)})" if row.entities else ""
    return f"[{row.id}] {row.text}{tied}"


@written.register
def _fact(fact: Fact) -> str:
    place = f" (where: {fact.where})" if fact.where else ""
    time = f" (when: {fact.when})" if fact.when else ""
    return f"{fact.text}{time}{place}"


@written.register
def _evidence(evidence: Evidence) -> str:
    return f"- [{', '.join(evidence.turn_ids)}] {evidence.text}"


def context(evidence: Sequence[Evidence]) -> str:
    """Return a context: each date once, in the order of its best item, its items below it.

    Items that all have a place in the conversation stand in its order instead.
    """
    if all(item.place >= 0 for item in evidence):
        evidence = sorted(evidence, key=lambda item: item.place)
    by_date: dict[str, list[str]] = {}
    for item in evidence:
        body = item.text.removeprefix(f"[{item.date}] ") if item.date else item.text
        by_date.setdefault(item.date, []).append(f"- [{', '.join(item.turn_ids)}] {body}")
    return "\n".join("\n".join([f"{d or 'no date'}:", *lines]) for d, lines in by_date.items())


@written.register
def _question(question: Question) -> str:
    return question.text


@written.register(Mapping)
def _named(members: Mapping[str, Any]) -> str:
    return "\n\n".join(f"[{name}]\n{written(value)}" for name, value in members.items()) or NOTHING


@written.register(list)
@written.register(tuple)
def _list(values: Sequence[Any]) -> str:
    if values and all(isinstance(value, Evidence) for value in values):
        return context(values)
    short = all(isinstance(value, Turn | str | EntityRow | EvidenceRow) for value in values)
    return ("\n" if short else "\n\n").join(written(value) for value in values) or NOTHING


def under_times(turns: Sequence[Turn], numbered: bool = False) -> str:
    """Return turns one a line below their time, which is written once; numbered from 0 or not."""
    lines: list[str] = []
    time = ""
    for index, turn in enumerate(turns):
        if stamp(turn.time) != time:
            time = stamp(turn.time)
            lines.append(f"[{time}]")
        number = f"{index}. " if numbered else ""
        lines.append(f"{number}{turn.id} | {turn.speaker}: {turn.content}")
    return "\n".join(lines) or NOTHING


def stamp(time: datetime | None) -> str:
    """Return a time with its weekday, which relative dates need; no locale is involved."""
    return f"{time:%Y-%m-%d} ({_WEEKDAYS[time.weekday()]}) {time:%H:%M}" if time else "no time"


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def span(start: datetime | None, end: datetime | None) -> str:
    """Return a start and an end, written once when they are the same."""
    return stamp(start) if start == end or end is None else f"{stamp(start)} to {stamp(end)}"


def silence(seconds: float) -> str:
    """Return a gap in the largest unit it fills, `3.5 hours`."""
    if seconds < 0:
        return "unknown (the times are out of order)"
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}s"
    return f"{seconds:.0f} seconds (or unknown)"


def problem(text: str) -> str:
    """Return what a repeated question says about the last reply, nothing the first time."""
    return f"Your last reply could not be used: {text} Mend exactly that." if text else ""
