"""The person's own verdicts on a run's answers, kept beside the judges'."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from hypermem_core.evaluation.journal import append, entries
from hypermem_core.types import Question

PERSON = "a person"
FILE = "own_verdicts.jsonl"


@dataclass(frozen=True, slots=True)
class OwnVerdict:
    """One decision; `of` names the answer and the gold it was about, so neither can change."""

    key: str
    of: str
    label: Literal["correct", "wrong", "unscored"] | None  # None: taken back
    note: str = ""
    at: str = ""  # ISO time
    blind: bool = True  # decided before any judge's label was shown


def about(question: Question, answer: str) -> str:
    """Return what a verdict is about: a digest of the question, its gold and the answer."""
    return sha256(repr((question.text, question.answer, answer)).encode()).hexdigest()[:16]


def decide(run: Path, verdict: OwnVerdict) -> None:
    """Keep a verdict in a run's folder; a later one on the same answer replaces an earlier one."""
    append(run / FILE, verdict)


def ever_decided(run: Path) -> frozenset[tuple[str, str]]:
    """Return what was ever decided, also if taken back: a new verdict on it is not blind."""
    return frozenset((one.key, one.of) for one in entries(OwnVerdict, run / FILE))


def own_verdicts(run: Path) -> dict[tuple[str, str], OwnVerdict]:
    """Return the verdicts that stand, by question key and what they are about."""
    found: dict[tuple[str, str], OwnVerdict] = {}
    for one in entries(OwnVerdict, run / FILE):
        found.pop((one.key, one.of), None)  # the latest stands last
        if one.label is not None:
            found[one.key, one.of] = one
    return found
