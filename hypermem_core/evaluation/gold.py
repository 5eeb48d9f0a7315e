"""Gold answers under audit: known faults of a dataset, and disputes of one's own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hypermem_core import codec
from hypermem_core.errors import DataError
from hypermem_core.evaluation.keys import key
from hypermem_core.types import CATEGORY_ORDER, Conversation, Question

GoldMode = Literal["as published", "corrected", "excluded"]
CITATION = "WRONG_CITATION"  # only the evidence is wrong: the answer can still be judged


@dataclass(frozen=True, slots=True)
class GoldError:
    """One faulty gold answer: what is wrong with it and what it should be."""

    key: str
    conversation_id: str
    question: str
    published: str
    kind: str
    corrected: str = ""
    evidence: tuple[str, ...] = ()
    note: str = ""
    source: str = ""

    @property
    def spoils(self) -> bool:
        """Whether a right answer would be judged wrong; false where only the citation errs."""
        return self.kind != CITATION


@dataclass(frozen=True, slots=True)
class GoldAudit:
    """Faulty gold answers by question key, and entries that fit no loaded question."""

    errors: dict[str, GoldError]
    unmatched: tuple[str, ...] = ()

    @property
    def spoiled(self) -> frozenset[str]:
        """The keys of questions whose gold answer is wrong."""
        return frozenset(name for name, error in self.errors.items() if error.spoils)


def read_audit(text: str, where: str, conversations: Sequence[Conversation]) -> GoldAudit:
    """Return the audit in a JSON list, matched to loaded questions by place and by words.

    An entry needs `question`, and may have `question_id` (`locomo_0_qa1`: place of the
    conversation and of the question in the file, from 0), `key` (ours), `golden_answer`,
    `error_type`, `correct_answer`, `correct_evidence` and `reasoning`.

    Raises:
        DataError: not a JSON list of such entries; says which entry and field.
    """
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}: line {error.lineno}: not valid JSON ({error.msg}).",
            "Choose the audit's JSON file.",
        ) from None
    except (ValueError, RecursionError):
        raise DataError(
            f"{where} is nested too deeply, or holds a number of thousands of digits.",
            "Choose the audit's JSON file.",
        ) from None
    if not isinstance(rows, list):
        raise DataError(f"{where} holds no list of entries.", "Choose the audit's JSON file.")
    by_words = _by_words(conversations)
    errors: dict[str, GoldError] = {}
    unmatched: list[str] = []
    for number, row in enumerate(rows, 1):
        entry = codec.decode(_Entry, row, f"{where}, entry {number}")
        found = by_words.get(_plain(entry.question), [])
        match = _placed(entry, found, conversations)
        if match is None:
            unmatched.append(entry.question)
            continue
        fault = _error(entry, *match, source=where)
        errors[fault.key] = fault
    return GoldAudit(errors, tuple(unmatched))


@dataclass(frozen=True, slots=True)
class _Entry:
    question: str
    question_id: str = ""
    key: str = ""
    golden_answer: str | int | float | None = ""
    error_type: str = "DISPUTED"
    correct_answer: str | int | float | None = ""
    correct_evidence: list[str] | None = None
    reasoning: str = ""


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _by_words(
    conversations: Sequence[Conversation],
) -> dict[str, list[tuple[Conversation, Question]]]:
    found: dict[str, list[tuple[Conversation, Question]]] = {}
    for conversation in conversations:
        for question in conversation.questions:
            found.setdefault(_plain(question.text), []).append((conversation, question))
    return found


def _placed(
    entry: _Entry,
    found: Sequence[tuple[Conversation, Question]],
    conversations: Sequence[Conversation],
) -> tuple[Conversation, Question] | None:
    """Return the question of these words; key, place or gold decide between duplicates."""
    if len(found) < 2:
        return found[0] if found else None
    by_key = [pair for pair in found if key(pair[0].id, pair[1]) == entry.key]
    if by_key:
        return by_key[0]
    parts = entry.question_id.rsplit("_", 2)
    if len(parts) == 3 and parts[1].isdigit() and parts[2].removeprefix("qa").isdigit():
        talk, place = int(parts[1]), int(parts[2].removeprefix("qa"))
        for conversation, question in found:
            here = conversations.index(conversation) == talk
            if here and conversation.questions.index(question) == place:
                return conversation, question
    gold = _plain(str(entry.golden_answer or ""))
    return next((pair for pair in found if _plain(pair[1].answer) == gold), found[0])


def _error(entry: _Entry, conversation: Conversation, question: Question, source: str) -> GoldError:
    known = {turn.id for turn in conversation.turns}
    evidence = tuple(turn for turn in entry.correct_evidence or () if turn in known)
    corrected = "" if entry.correct_answer is None else str(entry.correct_answer)
    return GoldError(
        key(conversation.id, question),
        conversation.id,
        question.text,
        question.answer,
        entry.error_type,
        corrected,
        evidence,
        entry.reasoning,
        source,
    )


def exported(errors: Sequence[GoldError]) -> str:
    """Return disputes as JSON that `read_audit` reads again."""
    rows = [
        {
            "key": error.key,
            "question": error.question,
            "golden_answer": error.published,
            "error_type": error.kind,
            "correct_answer": error.corrected,
            "correct_evidence": list(error.evidence),
            "reasoning": error.note,
        }
        for error in errors
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def with_gold(
    conversation: Conversation, audit: GoldAudit, mode: GoldMode
) -> tuple[Conversation, int]:
    """Return a conversation with its questions in that mode, and how many were touched.

    *corrected* takes the audit's answer and evidence, and leaves out a spoiled question for which
    it has no better answer; *excluded* leaves out every question whose answer is spoiled.
    """
    if mode == "as published":
        return conversation, 0
    under = [
        question_under(conversation.id, question, audit, mode)
        for question in conversation.questions
    ]
    kept = tuple(question for question in under if question is not None)
    touched = sum(
        new is None or (mode == "corrected" and key(conversation.id, old) in audit.errors)
        for old, new in zip(conversation.questions, under, strict=True)
    )
    return replace(conversation, questions=kept), touched


def question_under(
    conversation_id: str, question: Question, audit: GoldAudit, mode: GoldMode
) -> Question | None:
    """Return a question with its gold answer in that mode; None where the mode leaves it out."""
    error = audit.errors.get(key(conversation_id, question))
    if error is None or mode == "as published":
        return question
    if mode == "corrected" and (error.corrected or not error.spoils):
        return _corrected(question, error)
    return None if error.spoils else question


def _corrected(question: Question, error: GoldError) -> Question:
    return replace(
        question,
        answer=(error.corrected or question.answer) if error.spoils else question.answer,
        evidence=error.evidence or question.evidence,
        unresolved=() if error.evidence else question.unresolved,
    )


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The best accuracy a perfect system can reach against the gold of one mode."""

    group: str
    questions: int
    reachable: int

    @property
    def share(self) -> float:
        """Reachable questions as a share; 0 without questions."""
        return self.reachable / self.questions if self.questions else 0.0


def ceilings(
    conversations: Sequence[Conversation], audit: GoldAudit, mode: GoldMode
) -> tuple[Ceiling, ...]:
    """Return the ceiling per category and overall (categories 1–4)."""
    counts: dict[str, list[int]] = {name: [0, 0] for name in (*CATEGORY_ORDER, "overall")}
    for conversation in conversations:
        for question in with_gold(conversation, audit, mode)[0].questions:
            spoiled = key(conversation.id, question) in audit.spoiled
            reachable = mode != "as published" or not spoiled
            groups: list[str] = [question.category] if question.category else []
            if question.category != "adversarial":
                groups.append("overall")
            for group in groups:
                counts[group][0] += 1
                counts[group][1] += reachable
    return tuple(Ceiling(name, *pair) for name, pair in counts.items() if pair[0])


def merged(audits: Sequence[Mapping[str, GoldError]]) -> GoldAudit:
    """Return several audits as one; a later one wins over an earlier one."""
    errors: dict[str, GoldError] = {}
    for audit in audits:
        errors.update(audit)
    return GoldAudit(errors)
