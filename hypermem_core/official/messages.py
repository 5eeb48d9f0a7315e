"""Our turns and episodes → the official episodes file, with its zone, ids and image notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.conversation import image_note
from hypermem_core.types import Conversation, Episode, Turn

ZONE = "+08:00"  # the released code's default; the clock before it is the conversation's own
STEP = timedelta(seconds=30)  # between the turns of a session, which share one time
NO_TIME = datetime(1970, 1, 1)


class Messages:
    """One conversation as the official code would have it."""

    def __init__(self, number: int, conversation: Conversation, findings: Findings) -> None:
        self._number = number
        self._conversation = conversation
        self._findings = findings
        self._times = {one.number: one.time_text for one in conversation.sessions}
        self._turns = {turn.id: turn for turn in conversation.turns}
        self._clock: dict[str, datetime] = {}
        places: dict[int, int] = {}
        for turn in conversation.turns:
            place = places.get(turn.session, 0)
            places[turn.session] = place + 1
            self._clock[turn.id] = self._time(turn, place)

    def _time(self, turn: Turn, place: int) -> datetime:
        if turn.time is None:
            self._findings.add("turns_without_time", f"{self._conversation.id}: {turn.id}")
            return NO_TIME + place * STEP
        start = next(
            (s.time for s in self._conversation.sessions if s.number == turn.session), None
        )
        return turn.time + place * STEP if turn.time == start else turn.time

    @property
    def users(self) -> list[str]:
        """The ids of all speakers."""
        return [self._user(name) for name in self._conversation.speakers]

    def _user(self, speaker: str) -> str:
        return f"{speaker.lower().replace(' ', '_')}_{self._number}"

    def time_of(self, turn_ids: Sequence[str]) -> str:
        """Return the time of the last of some turns."""
        found = [self._clock[one] for one in turn_ids if one in self._clock]
        return (max(found) if found else NO_TIME).isoformat() + ZONE

    def participants(self, turn_ids: Sequence[str]) -> list[str]:
        """Return the ids of those who speak in some turns."""
        heard = [self._user(self._turns[one].speaker) for one in turn_ids if one in self._turns]
        return list(dict.fromkeys(heard))

    def message(self, turn: Turn) -> dict[str, Any]:
        """Return a turn as an element of `original_data`."""
        noted = turn.image_url and turn.caption
        note = image_note(turn.speaker, turn.caption) if noted else ""
        clock = self._clock[turn.id]
        stated = self._times.get(turn.session) or f"{clock:%Y-%m-%d %H:%M}"
        message: dict[str, Any] = {
            "speaker_id": self._user(turn.speaker),
            "user_name": turn.speaker,
            "speaker_name": turn.speaker,
            "content": note + turn.text,
            "timestamp": clock.isoformat() + ZONE,
            "original_timestamp": stated,
            "dia_id": turn.id,
            "session": f"session_{turn.session}",
        }
        given = {
            "img_url": [turn.image_url] if turn.image_url else [],
            "blip_caption": turn.caption,
            "query": turn.image_query,
        }
        return message | {key: value for key, value in given.items() if value}

    def episode(self, episode: Episode) -> dict[str, Any]:
        """Return an episode as an item of episode_list_conv_<i>.json."""
        turns = [self._turns[one] for one in episode.turn_ids if one in self._turns]
        return {
            "event_id": episode.id,
            "user_id_list": self.users,
            "original_data": [self.message(turn) for turn in turns],
            "timestamp": self.time_of(episode.turn_ids[-1:]),
            "summary": episode.summary or episode.title or episode.id,
            "participants": self.participants(episode.turn_ids) or None,
            "type": "Conversation",
            "keywords": list(episode.keywords) or None,
            "subject": episode.title,
            "episode_description": episode.text,
        }


def episodes_of(graph: Hypergraph) -> list[Episode]:
    """Return the episodes of a graph in order."""
    return [node for node in graph.of_kind("episode") if isinstance(node, Episode)]
