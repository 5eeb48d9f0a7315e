"""Turns without sessions → sessions, by the silence between messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import TurnIds
from hypermem_core.types import Session, Turn

GAP = timedelta(hours=6)


def split_by_gap(
    turns: Sequence[Turn], ids: TurnIds, findings: Findings, where: str
) -> tuple[tuple[Turn, ...], tuple[Session, ...]]:
    """Number sessions by gaps of six hours; turns with an empty id get one, `D2:7`."""
    placed: list[Turn] = []
    sessions: list[Session] = []
    last: datetime | None = None
    position = 0
    for turn in turns:
        if not sessions or _is_gap(last, turn.time):
            sessions.append(Session(len(sessions) + 1, turn.time))
            position = 0
        elif last is None and turn.time and sessions[-1].time is None:
            sessions[-1] = replace(sessions[-1], time=turn.time)
        if last and turn.time and turn.time < last:
            findings.add("messages_out_of_time_order", f"{where}: {turn.time} after {last}")
        last = turn.time or last
        position += 1
        number = sessions[-1].number
        turn_id = ids.take(turn.id, number, position)
        placed.append(replace(turn, id=turn_id, session=number))
    for session in sessions[1:]:
        findings.add("sessions_split_by_gap", f"{where}: session {session.number}", "guessed")
    return tuple(placed), tuple(sessions)


def _is_gap(last: datetime | None, time: datetime | None) -> bool:
    return last is not None and time is not None and abs(time - last) >= GAP


def check_order(sessions: Sequence[Session], findings: Findings, where: str) -> None:
    """Report sessions whose date is before that of an earlier number."""
    dated = [session for session in sessions if session.time is not None]
    for before, after in zip(dated, dated[1:], strict=False):
        if before.time and after.time and after.time < before.time:
            findings.add(
                "sessions_out_of_time_order",
                f"{where}: session {after.number} is before session {before.number}",
            )


def title_of(given: object, speakers: Sequence[str], fallback: str) -> str:
    """Return a conversation's title: its own, else who speaks, else a name."""
    if isinstance(given, str) and given.strip():
        return given.strip()
    if len(speakers) > 4:
        return f"{', '.join(speakers[:3])} and {len(speakers) - 3} others"
    if len(speakers) > 1:
        return ", ".join(speakers[:-1]) + " and " + speakers[-1]
    return speakers[0] if speakers else fallback
