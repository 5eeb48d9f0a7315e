"""A conversation as it was said: turns, sessions, questions, and what importing it changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

Category = Literal["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"]
_NAMES: tuple[Category, ...] = get_args(Category)  # in LoCoMo's order, from 1
CATEGORIES: dict[int, Category] = dict(enumerate(_NAMES, start=1))
CATEGORY_ORDER: tuple[Category, ...] = tuple(CATEGORIES[n] for n in (4, 1, 2, 3, 5))


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; `time` is its session's start as given (naive), `session` its number."""

    id: str
    speaker: str
    text: str
    time: datetime | None = None
    session: int = 1
    caption: str = ""
    image_query: str = ""  # an annotator's search string: shown, never indexed
    image_url: str = ""  # shown as text, never fetched

    @property
    def content(self) -> str:
        """The text a reader of the chat gets: the words and, in brackets, what the image shows."""
        return f"{self.text} [image: {self.caption}]".strip() if self.caption else self.text


@dataclass(frozen=True, slots=True)
class Question:
    """One gold question; `evidence`: resolved turn ids, `unresolved`: the strings that are not."""

    id: str
    text: str
    answer: str = ""
    category: Category | None = None
    evidence: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()
    adversarial_answer: str = ""
    alias: str = ""  # where it stands in the file: `conv-26 #31`


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting of a conversation; its turns are those with `turn.session == number`."""

    number: int
    time: datetime | None = None
    time_text: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a loader returns."""

    id: str
    title: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    sessions: tuple[Session, ...] = ()
    questions: tuple[Question, ...] = ()

    def turn(self, turn_id: str) -> Turn:
        """Return a turn by id; KeyError with the id if there is none."""
        return {turn.id: turn for turn in self.turns}[turn_id]


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of repair, drop or guess made while importing: how often, and examples."""

    kind: str
    count: int
    examples: tuple[str, ...] = ()
    action: Literal["repaired", "dropped", "guessed", "noted"] = "noted"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What `load` did to a file."""

    source: str
    format: str
    findings: tuple[Finding, ...] = ()
