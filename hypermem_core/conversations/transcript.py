"""A pasted chat of "Name: text" lines → one conversation."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime

from hypermem_core.conversations.dates import DateReader, parse_date, reads_day_first
from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import TurnIds, content_id
from hypermem_core.conversations.sessions import check_order, split_by_gap, title_of
from hypermem_core.errors import DataError
from hypermem_core.types import Conversation, Session, Turn

_SAID = re.compile(
    r"(?P<name>[~+]?\s?[^\W_][^:：<>\[\]{}\"/\\]{0,39}?)"
    # "Name: text", "Name:text" or "Name：text"; never "see https://…", "10:30" or "fine :D".
    r"(?:\s?:\s+|(?<!\s):(?=[^\W\d_])|\s?:$|\s?：\s*)(?P<text>.*)"
)
_BRACKETED = re.compile(r"\[(?P<when>[^\]]{4,60})\]\s*[-–—]?\s*(?P<rest>.*)")
_DASHED = re.compile(r"(?P<when>\d[^\[\]]{5,40}?)\s+[-–—]\s+(?P<rest>.*)")
_BARE = re.compile(
    r"(?P<when>\d[\d./:,T -]{2,22}\d(?:\s?[ap]\.?m\.?)?)\s+(?P<rest>[^\W\d].*)", re.IGNORECASE
)
# "Name (18:07): text", "Name [12.03.24 18:05]: text", "Name, [12.03.24 18:05]" and text below it
_STAMP_AFTER = re.compile(
    r"(?P<name>[^\W_][^:：\[\](),]{0,39}?),?\s*[\[(](?P<when>[^\[\]()]{4,40})[\])]"
    r"(?:\s*[:：]\s*(?P<text>.*))?"
)
_MARKDOWN = re.compile(r"^(?:[-*•>]\s+)?\*\*([^*:]{1,60}:?)\*\*|^[-•>]\s+()")
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:(?P<session>session|sitzung|第)\s*(?P<number>\d+)\s*(?:次|节|场)?(?:对话|会话)?|date|日期)?"
    r"[\s:：,(–—-]*(?P<when>.*?)\)?",
    re.IGNORECASE,
)
LONGEST_HEADER = 80
_WORDS_AFTER_COLON = re.compile(r"[:：]\s*[^\W\d_]")  # said by someone, so no header
_MARKS = "-=–—#*_~ \t[]"
_INVISIBLE = re.compile(r"[\u200e\u200f\u202a-\u202e\ufeff]")
_MEDIA = re.compile(r"<[^<>]*(?:omitted|attached)[^<>]*>|(?:image|video|audio) omitted", re.I)


@dataclass
class _Line:
    """One message being read, before it has an id."""

    speaker: str
    text: list[str]
    time: datetime | None
    session: int
    after_blank: bool = False


@dataclass
class _Read:
    """What the lines gave: messages, and the date headers that open sessions."""

    lines: list[_Line] = field(default_factory=list)
    dates: list[tuple[datetime | None, str]] = field(default_factory=list)


def read_transcript(text: str, name: str, findings: Findings) -> tuple[Conversation, ...]:
    """Return the one conversation of a pasted chat.

    Raises:
        DataError: fewer than two lines read "Name: text".
    """
    rows = [_INVISIBLE.sub("", row).strip() for row in text.splitlines()]
    read = _Reader(rows, findings).read()
    _drop_empty(read, findings)
    if len(read.lines) < 2:
        raise DataError(
            f'{name}: fewer than two lines read as "Name: text".',
            "Give a chat with one message per line, or JSON as LoCoMo or role–content messages.",
        )
    counts = Counter(line.speaker for line in read.lines)
    title = title_of(None, tuple(counts), name)
    id_ = content_id(title, [(line.speaker, line.text, line.time) for line in read.lines])
    turns, sessions = _place(read, findings, name, id_)
    check_order(sessions, findings, name)
    for speaker, count in counts.items():
        if count == 1 and len(counts) > 2:
            findings.add("speakers_with_one_line", speaker)
    return (Conversation(id_, title, tuple(counts), turns, sessions),)


def _drop_empty(read: _Read, findings: Findings) -> None:
    for line in read.lines:
        if not any(line.text):
            findings.add("messages_without_text", line.speaker, "dropped")
    read.lines = [line for line in read.lines if any(line.text)]


class _Reader:
    """Goes through the lines once."""

    def __init__(self, rows: list[str], findings: Findings) -> None:
        self._rows = rows
        self._findings = findings
        self._dates = DateReader(findings, rows)
        self._day_first = bool(reads_day_first(rows))
        self._read = _Read()
        self._blank = False

    def read(self) -> _Read:
        """Return messages and headers; every line that is neither is reported."""
        for number, row in enumerate(self._rows, 1):
            if row:
                self._row(row, f"line {number}")
            self._blank = not row
        return self._read

    def _row(self, row: str, place: str) -> None:
        if self._header(row, place):
            return
        when, rest = self._stamp(row)
        said = self._said(rest, when) or self._said(row, "")
        if said:
            self._message(*said, place)
        elif when and not _CLOCK.fullmatch(when):
            self._findings.add("system_lines", f"{place}: {rest}", "dropped")
        elif self._read.lines:
            self._findings.add("continuation_lines", f"{place}: {row}", "guessed")
            self._read.lines[-1].text.append(row)
        else:
            self._findings.add("lines_before_first_speaker", f"{place}: {row}", "dropped")

    def _said(self, row: str, when: str) -> tuple[str, str, str] | None:
        """Return (speaker, text, time text) of a line, None if it names no speaker."""
        row = _MARKDOWN.sub(r"\1", row)
        match = _STAMP_AFTER.fullmatch(row)
        if match and self._is_time(match["when"]):
            return match["name"].strip(" ~"), match["text"] or "", match["when"].strip()
        if not when and (match := _BARE.fullmatch(row)) and self._is_time(match["when"]):
            return self._said(match["rest"], match["when"])
        match = _SAID.fullmatch(row)
        if match and len(match["name"].split()) <= 5:
            return match["name"].strip(" ~"), match["text"], when
        return None

    def _is_time(self, text: str) -> bool:
        return bool(_CLOCK.fullmatch(text.strip()) or parse_date(text, self._day_first))

    def _message(self, speaker: str, text: str, when: str, place: str) -> None:
        if _MEDIA.search(text):
            self._findings.add("media_placeholders", f"{place}: {text}")
        session = max(len(self._read.dates), 1)
        time = self._time(when, place)
        self._read.lines.append(_Line(speaker, [text.strip()], time, session, self._blank))

    def _time(self, when: str, place: str) -> datetime | None:
        day = self._read.dates[-1][0] if self._read.dates else None
        if not when:
            return day
        if not _CLOCK.fullmatch(when):
            return self._dates.read(when, place)
        if day is None:
            self._findings.add("times_without_date", f"{place}: {when}", "dropped")
            return None
        return parse_date(f"{day:%Y-%m-%d} {when}")

    def _stamp(self, row: str) -> tuple[str, str]:
        """Split off a time in front of a line: (time text or "", rest)."""
        for pattern in (_BRACKETED, _DASHED):
            match = pattern.fullmatch(row)
            if match:
                when = match["when"].strip()
                if self._is_time(when):
                    return when, match["rest"].strip()
        return "", row

    def _header(self, row: str, place: str) -> bool:
        match = _HEADER.fullmatch(row.strip(_MARKS)) if len(row) <= LONGEST_HEADER else None
        if match is None or _WORDS_AFTER_COLON.search(match["when"]):
            return False
        when = match["when"].strip(_MARKS)
        time = parse_date(when, self._day_first) if when else None
        if time is None and (not match["session"] or (when and _SAID.fullmatch(when))):
            return False
        if time is None and when:
            self._findings.add("unparseable_dates", f"{place}: {when!r}", "dropped")
        elif when:
            self._dates.read(when, place)  # for what it reports: a guessed order, a dropped zone
        self._findings.add("session_headers", f"{place}: {row}")
        if self._read.lines and not self._read.dates:
            self._read.dates.append((None, ""))  # what came before the first header
        self._read.dates.append((time, when))
        return True


def _place(
    read: _Read, findings: Findings, name: str, id_: str
) -> tuple[tuple[Turn, ...], tuple[Session, ...]]:
    ids = TurnIds(id_, findings)
    if not read.dates and any(line.time for line in read.lines):
        return split_by_gap([_turn(line, "") for line in read.lines], ids, findings, id_)
    if not read.dates:
        _number_by_blank_lines(read, findings)
    turns: list[Turn] = []
    position: Counter[int] = Counter()
    for line in read.lines:
        position[line.session] += 1
        turns.append(_turn(line, ids.take(None, line.session, position[line.session])))
    sessions = tuple(_session(number, read, turns) for number in sorted(position))
    if not any(session.time for session in sessions):
        findings.add("conversations_without_dates", name)
    for number, (_, text) in enumerate(read.dates, 1):
        if number not in position:
            findings.add("sessions_without_turns", f"session {number} {text}", "dropped")
    return tuple(turns), sessions


def _session(number: int, read: _Read, turns: list[Turn]) -> Session:
    time, text = read.dates[number - 1] if number <= len(read.dates) else (None, "")
    first = next((turn.time for turn in turns if turn.session == number and turn.time), None)
    return Session(number, time or first, text)


def _turn(line: _Line, id_: str) -> Turn:
    return Turn(id_, line.speaker, "\n".join(line.text).strip(), line.time, line.session)


def _number_by_blank_lines(read: _Read, findings: Findings) -> None:
    """Blank lines part sessions only where every block has two messages or more.

    A paste with a blank line between all messages is one session, not hundreds.
    """
    starts = [index for index, line in enumerate(read.lines) if line.after_blank and index]
    edges = [0, *starts, len(read.lines)]
    sizes = [after - before for before, after in zip(edges, edges[1:], strict=False)]
    if not starts or min(sizes) < 2:
        return
    for number, (before, size) in enumerate(zip(edges, sizes, strict=False), 1):
        findings.add("sessions_split_by_blank_line", f"session {number}", "guessed")
        for index in range(before, before + size):
            read.lines[index] = replace(read.lines[index], session=number)
