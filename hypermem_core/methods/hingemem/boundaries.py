"""Boundaries: each session cut into segments where a person, time, location or topic changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hypermem_core.errors import ReplyError
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.replies import BoundariesReply, ElementsReply
from hypermem_core.settings import HingeMemSettings
from hypermem_core.types import Reason, Turn

STAGE = "segments"
OPENING = 40  # words that stand for a segment no model has described


@dataclass(frozen=True, slots=True)
class Draft:
    """A segment before its elements are normalised."""

    turns: tuple[Turn, ...]
    found: ElementsReply
    reason: Reason
    degraded: bool = False


def drafts(building: Building, knobs: HingeMemSettings) -> list[Draft]:
    """Return the segments of the whole conversation, in order: every turn is in exactly one."""
    turns = building.conversation.turns
    sessions = [tuple(group) for _, group in groupby(turns, key=lambda turn: turn.session)]
    cut = _by_elements if knobs.boundaries == "elements" else _by_windows

    def work(building: Building, session: tuple[Turn, ...]) -> list[Draft]:
        return list(cut(building, session, knobs))

    made: list[Draft] = []
    done = 0
    with building.stage(STAGE, len(turns)):
        for session, found in zip(sessions, building.each(work, sessions), strict=True):
            made += found
            done += len(session)
            building.advance(STAGE, done, _told(session[0].session, found))
    return made


def _told(session: int, found: Sequence[Draft]) -> str:
    """Return the segments of a session in words: where each begins, and why."""
    cuts = ", ".join(f"{draft.turns[0].id} {draft.reason}" for draft in found)
    return f"session {session}: {len(found)} segments, cut at {cuts}"


def _by_elements(
    building: Building, session: tuple[Turn, ...], knobs: HingeMemSettings
) -> Iterator[Draft]:
    by_id = {turn.id: turn for turn in session}
    ids = list(by_id)
    try:
        reply = building.ask(
            "hingemem/boundaries",
            BoundariesReply,
            check=lambda reply: problem(reply, ids),
            turns=session,
            max_turns=knobs.max_turns,
        )
    except ReplyError as error:
        name = f"session {session[0].session}"
        so = f"Session {session[0].session} is one degraded segment"
        building.degrade(name, "hingemem/boundaries", error, so)
        yield degraded(session)
        return
    for item in reply.segments:
        found = ElementsReply(
            item.persons, item.times, item.locations, item.topics, item.description
        )
        yield Draft(tuple(by_id[turn_id] for turn_id in item.turn_ids), found, item.reason)


def problem(reply: BoundariesReply, ids: Sequence[str]) -> str:
    """Return why the segments do not hold exactly these turns in order; nothing if they do."""
    said = [turn_id for item in reply.segments for turn_id in item.turn_ids]
    if said == list(ids):
        return "" if all(item.turn_ids for item in reply.segments) else "A segment has no turns."
    known = set(ids)
    strangers = [turn_id for turn_id in said if turn_id not in known]
    missing = [turn_id for turn_id in ids if turn_id not in set(said)]
    twice = sorted({turn_id for turn_id in said if said.count(turn_id) > 1})
    named = (("unknown", strangers), ("missing", missing), ("in two segments", twice))
    wrong = [f"{what}: {', '.join(which)}" for what, which in named if which]
    return f"turn_ids {'; '.join(wrong) or 'are not in the order of the messages'}."


def _by_windows(
    building: Building, session: tuple[Turn, ...], knobs: HingeMemSettings
) -> Iterator[Draft]:
    """Cut every few turns, whatever is said (the ablation without boundaries)."""
    for start in range(0, len(session), knobs.window_turns):
        turns = session[start : start + knobs.window_turns]
        try:
            found = building.ask("hingemem/elements", ElementsReply, turns=turns)
        except ReplyError as error:
            name = f"{turns[0].id} to {turns[-1].id}"
            building.degrade(name, "hingemem/elements", error, f"{name} is degraded")
            yield degraded(turns)
            continue
        yield Draft(turns, found, "topic_shift" if start else "change_time")


def degraded(turns: tuple[Turn, ...]) -> Draft:
    """Return turns as one segment that knows only its speakers and its own words."""
    words = " ".join(f"{turn.speaker}: {turn.content}" for turn in turns).split()
    text = " ".join(words[:OPENING]) + (" …" if len(words) > OPENING else "")
    speakers = list(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))
    return Draft(turns, ElementsReply(speakers, [], [], [], text), "change_time", True)
