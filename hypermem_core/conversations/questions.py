"""A LoCoMo `qa` list → questions with a stable id, a named category and resolved evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hypermem_core.conversations.evidence import resolve
from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.ids import question_id
from hypermem_core.types import CATEGORIES, Category, Question


def read_questions(
    items: Sequence[Any], conversation_id: str, known: Collection[str], findings: Findings
) -> tuple[Question, ...]:
    """Return the questions in file order; what has no text is dropped and reported."""
    reader = _Reader(conversation_id, known, findings)
    for index, item in enumerate(items):
        reader.read(item, f"{conversation_id} #{index}")
    return tuple(reader.questions)


class _Reader:
    def __init__(self, conversation_id: str, known: Collection[str], findings: Findings) -> None:
        self.questions: list[Question] = []
        self._conversation_id = conversation_id
        self._known = known
        self._findings = findings
        self._seen: Counter[str] = Counter()
        self._category_of: dict[str, Category | None] = {}

    def read(self, item: Any, alias: str) -> None:
        """Add one question of the file."""
        text = str(item.get("question") or "").strip() if isinstance(item, Mapping) else ""
        if not text:
            self._findings.add("questions_without_text", alias, "dropped")
            return
        category = self._category(item.get("category"), alias)
        evidence, unresolved = self._evidence(item.get("evidence"), alias)
        self._report_answers(item, category, alias)
        self.questions.append(
            Question(
                id=self._id(text, category, alias),
                text=text,
                answer=self._answer(item.get("answer"), alias),
                category=category,
                evidence=evidence,
                unresolved=unresolved,
                adversarial_answer=self._answer(item.get("adversarial_answer"), alias),
                alias=alias,
            )
        )

    def _id(self, text: str, category: Category | None, alias: str) -> str:
        base = question_id(self._conversation_id, text, category)
        self._seen[base] += 1
        if self._seen[base] > 1:
            self._findings.add("duplicate_questions", f"{alias}: {text}")
            return f"{base}-{self._seen[base]}"
        key = " ".join(text.casefold().split())
        if self._category_of.setdefault(key, category) != category:
            self._findings.add("questions_in_two_categories", f"{alias}: {text}")
        return base

    def _answer(self, value: Any, alias: str) -> str:
        if value is None or isinstance(value, str):
            return (value or "").strip()
        kind = "integer_answers" if type(value) is int else "converted_answers"
        text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
        self._findings.add(kind, f"{alias}: {text}", "repaired")
        return text

    def _report_answers(self, item: Mapping[str, Any], category: object, alias: str) -> None:
        both = item.get("answer") is not None and item.get("adversarial_answer") is not None
        if both:
            self._findings.add("adversarial_questions_with_answer", alias)
        if item.get("answer") is None and category != "adversarial":
            self._findings.add("questions_without_answer", alias)

    def _category(self, value: Any, alias: str) -> Category | None:
        if value is None or value == "":
            self._findings.add("questions_without_category", alias)
            return None
        text = str(value).strip().lower().replace("_", "-").replace(" ", "-")
        for number, name in CATEGORIES.items():
            if text in (str(number), f"{number}.0", name):
                return name
        self._findings.add("unknown_categories", f"{alias}: {value!r}", "dropped")
        return None

    def _evidence(self, value: Any, alias: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        strings = _strings(value)
        if not strings:
            self._findings.add("questions_without_evidence", alias)
        ids: list[str] = []
        lost: list[str] = []
        for raw in strings:
            found = resolve(raw, self._known)
            lost.extend(found.unresolved)
            self._report_evidence(raw, found.ids, found.unresolved, found.faulty, alias)
            for turn_id in found.ids:
                if turn_id in ids:
                    self._findings.add("duplicate_evidence", f"{alias}: {turn_id}", "dropped")
                else:
                    ids.append(turn_id)
        return tuple(ids), tuple(lost)

    def _report_evidence(
        self, raw: str, ids: Sequence[str], lost: Sequence[str], faulty: bool, alias: str
    ) -> None:
        for turn_id in ids:
            self._findings.add("evidence_ids_resolved", f"{alias}: {turn_id}")
        if faulty:
            read_as = ", ".join(ids) or "nothing"
            self._findings.add("faulty_evidence", f"{alias}: {raw!r} → {read_as}", "repaired")
        for piece in lost:
            self._findings.add("unresolvable_evidence", f"{alias}: {piece!r}", "dropped")


def _strings(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    if not isinstance(value, list):
        return [str(value)]
    return [text for item in value for text in _strings(item)]
