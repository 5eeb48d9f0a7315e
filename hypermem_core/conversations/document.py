"""A plain text file that is no chat: its sections are sessions, its paragraphs are turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import content_id
from hypermem_core.errors import DataError
from hypermem_core.types import Conversation, Session, Turn

SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown", ".rst"})
SPEAKER = "Document"
SPOKEN = 0.1  # share of "Name: text" lines below which a text file is prose
WIDE = 120  # mean length from which lines without blank ones between them are paragraphs
TOGETHER = 5  # sentences of a paragraph where a text shows none
_HEADING = re.compile(
    r"#{1,6}\s+(?P<marked>.+?)\s*#*|(?P<plain>(?:chapter|part)\s+\w{1,12}.{0,60})", re.I
)
_RULE = re.compile(r"[\s=~*_#-]+")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)]?\s+|(?<=[。！？])")


def is_text_file(name: str) -> bool:
    """Say whether a file's name is that of a plain text; a paste has none."""
    return PurePath(name).suffix.lower() in SUFFIXES


def is_prose(text: str, spoken: int) -> bool:
    """Say whether so few lines were read as messages that they are accidents of a text."""
    rows = sum(bool(row.strip()) for row in text.splitlines())
    return spoken < SPOKEN * rows


def read_document(text: str, name: str, findings: Findings) -> tuple[Conversation, ...]:
    """Return a text as one conversation of a speaker called `Document`, without dates.

    Raises:
        DataError: there is no paragraph in it.
    """
    sections = [(head, parts) for head, parts in _sections(text) if parts]
    if not sections:
        raise DataError(f"{name}: there is no paragraph in it.", "Give a text with words in it.")
    turns: list[Turn] = []
    sessions: list[Session] = []
    for number, (head, parts) in enumerate(sections, 1):
        sessions.append(Session(number, None, head))
        for position, part in enumerate(parts, 1):
            turns.append(Turn(f"D{number}:{position}", SPEAKER, part, None, number))
        if head:
            findings.add("sections", head)
    title = PurePath(name).stem or name
    findings.add("paragraphs_as_turns", f"{len(turns)} paragraphs", "guessed")
    id_ = content_id(title, [turn.text for turn in turns])
    return (Conversation(id_, title, (SPEAKER,), tuple(turns), tuple(sessions)),)


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield (heading, paragraphs); the first heading is "" for what stands before any."""
    head, rows = "", list[str]()
    for row in text.splitlines():
        found = _HEADING.fullmatch(row.strip())
        if found:
            yield head, _paragraphs(rows)
            head, rows = (found["marked"] or found["plain"]).strip(), []
        else:
            rows.append(row.strip())
    yield head, _paragraphs(rows)


def _paragraphs(rows: Sequence[str]) -> list[str]:
    """Return what blank lines part; without any, wide lines, or every few sentences."""
    blocks: list[list[str]] = [[]]
    for row in rows:
        if row and not _RULE.fullmatch(row):
            blocks[-1].append(row)
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    if len(blocks) != 1:
        return [" ".join(block) for block in blocks]
    lines = blocks[0]
    if sum(map(len, lines)) >= WIDE * len(lines) and len(lines) > 1:
        return lines
    parts = [part for part in _SENTENCE.split(" ".join(lines)) if part.strip()]
    return [" ".join(parts[i : i + TOGETHER]).strip() for i in range(0, len(parts), TOGETHER)]
