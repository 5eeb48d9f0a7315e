"""LoCoMo's JSON and custom files like it → conversations; turn ids stay the file's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any

from hypermem_core.conversations.dates import DateReader
from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import ConversationIds, TurnIds
from hypermem_core.conversations.questions import read_questions
from hypermem_core.conversations.sessions import check_order, split_by_gap, title_of
from hypermem_core.errors import DataError
from hypermem_core.types import Conversation, Session, Turn

_SESSION = re.compile(r"session_?(\d+)", re.IGNORECASE)
_DATE = re.compile(r"session_?(\d+)_(?:date_time|datetime|date|time|timestamp)", re.IGNORECASE)
_QUESTIONS = ("qa", "questions", "question")
_USED = {"sample_id", "id", "conversation_id", "title", "conversation", *_QUESTIONS}
_TURN_TIMES = ("time", "timestamp", "date_time", "date")
UNKNOWN = "Unknown"


def looks_like_sample(value: Any) -> bool:
    """Say whether a JSON value is one sample: sessions by number, inside or at the top."""
    if not isinstance(value, Mapping):
        return False
    inner = value.get("conversation")
    if isinstance(inner, list):
        return any(isinstance(turn, Mapping) and "speaker" in turn for turn in inner)
    body = inner if isinstance(inner, Mapping) and inner else value
    return any(_SESSION.fullmatch(str(key)) for key in body)


def read_samples(samples: Sequence[Any], name: str, findings: Findings) -> tuple[Conversation, ...]:
    """Return one conversation per sample that has turns.

    Raises:
        DataError: a session or `qa` is no list.
    """
    ids = ConversationIds(findings)
    read = []
    for position, sample in enumerate(samples, 1):
        if not looks_like_sample(sample):
            findings.add("not_a_conversation", f"item {position}", "dropped")
            continue
        given = next(
            (sample[key] for key in ("sample_id", "id", "conversation_id") if key in sample), None
        )
        id_ = ids.take(given, title_of(sample.get("title"), (), PurePath(name).stem), _said(sample))
        conversation = _Sample(sample, id_, name, findings).read()
        if conversation.turns:
            read.append(conversation)
        else:
            findings.add("conversations_without_turns", conversation.id, "dropped")
    return tuple(read)


def _said(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sample without its questions: with more of them it is the same conversation."""
    return {key: value for key, value in sample.items() if key not in _QUESTIONS}


class _Sample:
    """One sample being read."""

    def __init__(self, sample: Mapping[str, Any], id_: str, name: str, findings: Findings) -> None:
        self._sample = sample
        self._id = id_
        self._name = name
        self._findings = findings
        self._turn_ids = TurnIds(id_, findings)
        inner = sample.get("conversation")
        self._body: Any = inner if isinstance(inner, (Mapping, list)) else sample
        self._dates = DateReader(findings, self._date_texts())

    def read(self) -> Conversation:
        """Return the conversation with its questions."""
        if isinstance(self._body, list):
            loose = list(self._turns(self._body, 0, None, self._id))
            turns, sessions = split_by_gap(loose, self._turn_ids, self._findings, self._id)
        else:
            turns, sessions = self._sessions(self._body)
        check_order(sessions, self._findings, self._id)
        speakers = self._speakers(turns)
        self._report_ignored()
        return Conversation(
            id=self._id,
            title=title_of(self._sample.get("title"), speakers, self._id),
            speakers=speakers,
            turns=turns,
            sessions=sessions,
            questions=self._questions(turns),
        )

    def _sessions(self, body: Mapping[str, Any]) -> tuple[tuple[Turn, ...], tuple[Session, ...]]:
        dates = _numbered(body, _DATE)
        dialogs = _numbered(body, _SESSION)
        for number, value in sorted(dates.items()):
            if number not in dialogs:
                self._findings.add(
                    "dates_without_dialog", f"{self._id}: session {number}: {value}", "dropped"
                )
        turns: list[Turn] = []
        sessions: list[Session] = []
        for number, items in sorted(dialogs.items()):
            session, said = self._session(number, items, dates.get(number))
            turns.extend(said)
            if said:
                sessions.append(session)
        return tuple(turns), tuple(sessions)

    def _session(self, number: int, items: Any, date: Any) -> tuple[Session, list[Turn]]:
        where = f"{self._id}: session {number}"
        if items is not None and not isinstance(items, list):
            raise DataError(
                f"{self._name}: {self._id}: field session_{number} is not a list of turns.",
                'Make it a list of {"speaker": …, "text": …} objects.',
            )
        time = self._dates.read(date, where)
        said = list(self._turns(items or [], number, time, where))
        if not said:
            self._findings.add("sessions_without_turns", where, "dropped")
        elif date in (None, ""):
            time = next((turn.time for turn in said if turn.time), None)
            kind = "dates_from_messages" if time else "sessions_without_date"
            self._findings.add(kind, where, "guessed" if time else "noted")
        return Session(number, time, "" if date is None else str(date)), said

    def _turns(
        self, items: Sequence[Any], session: int, time: datetime | None, where: str
    ) -> Iterator[Turn]:
        for position, item in enumerate(items, 1):
            place = f"{where}, turn {position}"
            if not isinstance(item, Mapping):
                self._findings.add("turns_not_objects", place, "dropped")
                continue
            turn = self._turn(item, session, position, time, place)
            if turn is not None:
                yield turn

    def _turn(
        self,
        item: Mapping[str, Any],
        session: int,
        position: int,
        time: datetime | None,
        place: str,
    ) -> Turn | None:
        text = self._text(item, place)
        caption = _first(item, "blip_caption", "caption").strip()
        if not text and not caption:
            self._findings.add("turns_without_text", place, "dropped")
            return None
        url = _url(item.get("img_url", item.get("image_url")))
        if caption and not url:
            self._findings.add("captions_without_url", f"{place}: {caption}")
        own = next((item[key] for key in _TURN_TIMES if item.get(key)), None)
        raw_id = item.get("dia_id", item.get("id"))
        # A loose turn (session 0) gets its id when its session is known.
        turn_id = self._turn_ids.take(raw_id, session, position) if session else str(raw_id or "")
        return Turn(
            id=turn_id,
            speaker=self._speaker(item, place),
            text=text,
            time=self._dates.read(own, place) or time,
            session=session,
            caption=caption,
            image_query=_first(item, "query", "image_query").strip(),
            image_url=url,
        )

    def _text(self, item: Mapping[str, Any], place: str) -> str:
        raw = _first(item, "text", "content", "message", "value")
        if raw.strip() != raw:
            self._findings.add("trimmed_texts", place, "repaired")
        return raw.strip()

    def _speaker(self, item: Mapping[str, Any], place: str) -> str:
        speaker = _first(item, "speaker", "name", "role", "from", "sender").strip()
        if not speaker:
            self._findings.add("turns_without_speaker", place, "guessed")
        return speaker or UNKNOWN

    def _speakers(self, turns: Sequence[Turn]) -> tuple[str, ...]:
        heard = list(dict.fromkeys(turn.speaker for turn in turns))
        body = self._body if isinstance(self._body, Mapping) else {}
        named = [str(value) for key, value in body.items() if re.fullmatch("speaker_[a-z]", key)]
        for speaker in named:
            if speaker not in heard:
                self._findings.add("silent_speakers", f"{self._id}: {speaker}", "dropped")
        ordered = [speaker for speaker in named if speaker in heard]
        return tuple(dict.fromkeys([*ordered, *heard]))

    def _questions(self, turns: Sequence[Turn]) -> tuple[Any, ...]:
        key = next((key for key in _QUESTIONS if self._sample.get(key) is not None), None)
        if key is None:
            self._findings.add("conversations_without_questions", self._id)
            return ()
        items = self._sample[key]
        if not isinstance(items, list):
            raise DataError(
                f"{self._name}: {self._id}: field {key} is not a list of questions.",
                "Make it a list of objects, or leave it out.",
            )
        known = {turn.id for turn in turns}
        return read_questions(items, self._id, known, self._findings)

    def _report_ignored(self) -> None:
        for key in self._sample:
            is_body = self._body is self._sample and re.match("session|speaker_", str(key))
            if key not in _USED and not is_body:
                self._findings.add("ignored_fields", str(key))

    def _date_texts(self) -> list[str]:
        if isinstance(self._body, list):
            dates, dialogs = {}, {0: self._body}
        else:
            dates, dialogs = _numbered(self._body, _DATE), _numbered(self._body, _SESSION)
        turns = [turn for items in dialogs.values() if isinstance(items, list) for turn in items]
        own = [turn.get(key) for turn in turns if isinstance(turn, Mapping) for key in _TURN_TIMES]
        return [str(value) for value in (*dates.values(), *own) if value]


def _numbered(body: Mapping[str, Any], pattern: re.Pattern[str]) -> dict[int, Any]:
    matches = ((pattern.fullmatch(str(key)), value) for key, value in body.items())
    return {int(match[1]): value for match, value in matches if match}


def _first(item: Mapping[str, Any], *keys: str) -> str:
    value = next((item[key] for key in keys if item.get(key) is not None), "")
    return value if isinstance(value, str) else str(value)


def _url(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value if part)
    return str(value or "")
