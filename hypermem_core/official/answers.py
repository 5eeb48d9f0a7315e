"""Official search results, responses and judgements → rows of an evaluation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.evaluation import f1
from hypermem_core.evaluation.recall import recall
from hypermem_core.memory import Memory
from hypermem_core.official.fields import number, table, text
from hypermem_core.official.rankings import TraceReader
from hypermem_core.types import Answer, Conversation, EvalRow, Label, Question, Verdict

MADE_BY = "official run (imported)"
JUDGE = "official judge (imported)"
LONG = 150  # words: such an answer is most likely the reasoning, kept for want of a marker

Rows = Sequence[dict[str, Any]]


class ByQuestion:
    """Rows by their question's text: responses come in the order in which they finished."""

    def __init__(self, rows: Rows, field: str) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows:
            self._rows[_normal(text(row.get(field)))].append(row)

    def take(self, question: str) -> dict[str, Any] | None:
        """Return the next row of a question; None if there is none left."""
        waiting = self._rows.get(_normal(question))
        return waiting.pop(0) if waiting else None

    def left(self) -> list[str]:
        """Return the questions of the rows that nobody took."""
        return [question for question, rows in self._rows.items() for _ in rows]


def _normal(question: str) -> str:
    return " ".join(question.split())


def read_rows(
    conversation: Conversation,
    memory: Memory,
    searched: Rows,
    responses: Rows,
    judged: Rows,
    findings: Findings,
) -> list[EvalRow]:
    """Return one row for each question that was searched, in the conversation's order."""
    reader = TraceReader(memory, findings)
    found = ByQuestion(searched, "query")
    given = ByQuestion(responses, "question")
    verdicts = ByQuestion(judged, "question")
    rows = []
    for question in conversation.questions:
        result = found.take(question.text)
        if result is None:
            continue
        trace = reader.read(question.text, table(result.get("retrieval_log")))
        row = EvalRow(conversation.id, question, trace)
        row = replace(row, recall=recall(question, trace, memory.graph))
        answered, judgement = given.take(question.text), verdicts.take(question.text)
        rows.append(_scored(row, answered, judgement, bool(responses), findings))
    name = conversation.id
    for kind, rest in (("responses", given), ("judgements", verdicts), ("search_results", found)):
        for question_text in rest.left():
            findings.add(f"{kind}_without_a_question", f"{name}: {question_text}", "dropped")
    return rows


def _scored(
    row: EvalRow,
    answered: dict[str, Any] | None,
    judgement: dict[str, Any] | None,
    any_answers: bool,
    findings: Findings,
) -> EvalRow:
    where = f"{row.conversation_id}: {row.question.text}"
    source = answered or judgement
    if source is None:
        if any_answers:
            findings.add("questions_without_answer", where)
        return row
    _check(where, row.question, answered, judgement, findings)
    milliseconds = number(source.get("response_duration_ms")) or 0.0
    answer = Answer(text(source.get("answer")), made_by=MADE_BY, seconds=milliseconds / 1000)
    if not answer.text:
        findings.add("empty_answers", where)
    if len(answer.text.split()) > LONG:
        findings.add("answers_as_long_as_a_reasoning", where)
    verdict = _verdict(judgement, where, findings)
    return replace(row, answer=answer, verdict=verdict, f1=f1.score(row.question, answer.text))


def _check(
    where: str,
    question: Question,
    answered: dict[str, Any] | None,
    judgement: dict[str, Any] | None,
    findings: Findings,
) -> None:
    """Report where the files say different things about one question."""
    pair = (answered or {}, judgement or {})
    if answered and judgement and pair[0].get("answer") != pair[1].get("answer"):
        findings.add("answers_that_differ", where)
    for part in pair:
        if "golden_answer" in part and text(part["golden_answer"]).strip() != question.answer:
            findings.add("gold_answers_that_differ", where)
            return


def _verdict(judgement: dict[str, Any] | None, where: str, findings: Findings) -> Verdict:
    """Return the majority as the official table counts it: half of the votes are enough."""
    given = table((judgement or {}).get("llm_judgments"))
    votes: tuple[Label, ...] = tuple(
        "correct" if vote is True else "wrong" for vote in given.values() if vote in (True, False)
    )
    if not votes:
        findings.add("answers_without_judgement", where)
        return Verdict("unscored", "The official run has no judgement of it.", (), JUDGE)
    right = votes.count("correct")
    reason = f"{right} of {len(votes)} official judgements say correct."
    return Verdict("correct" if 2 * right >= len(votes) else "wrong", reason, votes, JUDGE)
