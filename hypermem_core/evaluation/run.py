"""`evaluate`: questions → rows, each kept as it finishes, so that a killed run resumes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from hypermem_core import codec
from hypermem_core.answer import answer as answer_question
from hypermem_core.answer import fit
from hypermem_core.diagnosis.loss import diagnose
from hypermem_core.errors import DataError, ModelError, ReplyError
from hypermem_core.evaluation import costs, f1, recall
from hypermem_core.evaluation.judge import judge, judge_name
from hypermem_core.evaluation.keys import key as key
from hypermem_core.evaluation.one_writer import one_writer
from hypermem_core.evaluation.report import markdown, summarise
from hypermem_core.evaluation.rows import BRIEF, WHOLE, brief, resumable, trimmed
from hypermem_core.evaluation.rows import load_rows as load_rows
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods.base import MemoryMethod
from hypermem_core.models import Models, workers_of
from hypermem_core.models.budget import budgeted
from hypermem_core.models.ledger import ledger, usage_of
from hypermem_core.parallel import map_threads
from hypermem_core.reports import run_card
from hypermem_core.reports.run_card import RunCard
from hypermem_core.retrieval.index import index_of
from hypermem_core.settings import Settings, fingerprint, iter_knobs
from hypermem_core.store import write_atomic
from hypermem_core.types import (
    Category,
    Conversation,
    EvalRow,
    Question,
    RetrievalTrace,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class EvalReport:
    """The rows of an evaluation, in the order of the questions, and their summary."""

    run: str
    method: str
    rows: tuple[EvalRow, ...]
    summary: dict[str, Any]


@dataclass(frozen=True)
class _Asker:
    """Asks one question and scores everything about it."""

    method: MemoryMethod
    models: Models
    settings: Settings
    answers: bool

    def __call__(self, task: tuple[Conversation, Memory, Question]) -> EvalRow:
        """Return the row of a question, its answer with everything it cost but the judging."""
        with ledger() as calls:
            row = self._asked(*task)
        if row.answer is None:
            return row
        judged = row.verdict.usage.calls if row.verdict else 0
        paid = [call for call in calls if call.paid]
        spent = usage_of(paid[: len(paid) - judged])  # the judge is asked last
        return replace(row, answer=replace(row.answer, usage=spent))

    def _asked(self, conversation: Conversation, memory: Memory, question: Question) -> EvalRow:
        try:
            trace = self.method.retrieve(memory, question.text)
        except (ModelError, ReplyError) as error:
            nothing = RetrievalTrace(self.method.name, question.text, (), ())
            return self._failed(conversation.id, question, nothing, error.message)
        found = recall.recall(question, trace, memory.graph)
        budget = self.settings.answer.budget
        row = EvalRow(
            conversation.id,
            question,
            trimmed(trace, budget),
            recall=found,
            tokens=replace(trace, evidence=fit(trace.evidence, budget)).tokens,
        )
        if self.answers:
            row = self._answered(row, trace, conversation)
        custody = diagnose(
            question,
            trace,
            index_of(memory),
            conversation,
            budget,
            row.answer,
            row.verdict,
            error=row.error,
        )
        return replace(row, custody=custody)

    def _answered(self, row: EvalRow, trace: RetrievalTrace, conversation: Conversation) -> EvalRow:
        llm, question = self.models.answerer, row.question
        try:
            given = answer_question(question.text, trace, llm, self.settings, conversation)
        except (ModelError, ReplyError) as error:
            failed = self._failed(row.conversation_id, question, row.trace, error.message)
            return replace(failed, recall=row.recall)
        verdict = judge(question, given, self.models.judging, self.settings)
        return replace(row, answer=given, verdict=verdict, f1=f1.score(question, given.text))

    def _failed(
        self, conversation_id: str, question: Question, trace: RetrievalTrace, error: str
    ) -> EvalRow:
        verdict = Verdict("unscored", error, (), judge_name(self.models.judging, self.settings))
        return EvalRow(conversation_id, question, trace, None, verdict, error=error)


def select(
    conversations: Sequence[Conversation],
    settings: Settings,
    categories: Collection[Category] | None = None,
    limit: int | None = None,
) -> list[tuple[Conversation, Question]]:
    """Return the questions to ask; without categories, adversarial ones only in mode official."""

    def wanted(question: Question) -> bool:
        if categories is not None:
            return question.category in categories
        return question.category != "adversarial" or settings.judge.adversarial == "official"

    pairs = [(c, q) for c in conversations for q in c.questions if wanted(q)]
    return pairs[:limit]


def run_name(method: str, settings: Settings, answers: bool) -> str:
    """Return the default name of a run: equal settings resume, other settings begin anew."""
    values = {path: json.dumps(value) for path, value in _values(settings).items()}
    return f"{method}-{fingerprint({**values, 'answers': str(answers)})[:8]}"


def evaluate(
    conversations: Sequence[Conversation],
    method: MemoryMethod,
    memories: Callable[[Conversation], Memory],
    models: Models,
    settings: Settings,
    folder: Path,
    *,
    categories: Collection[Category] | None = None,
    limit: int | None = None,
    answers: bool = True,
    emit: Emit = ignore,
) -> EvalReport:
    """Ask and score the selected questions, skipping those the run in `folder` already has.

    Raises:
        DataError: nothing to ask, or the run was begun with other settings or is under way.
        Paused: a model cannot go on; the finished rows and every reply are kept.
    """
    pairs = select(conversations, settings, categories, limit)
    if not pairs:
        raise DataError("There is no question to ask.", "Choose other conversations or categories.")
    about = _about(method.name, settings, answers, models)
    with one_writer(folder):
        _check_settings(folder, about)
        card = _begun(folder, conversations, models, settings)
        rows = resumable(folder)
        started = time.perf_counter()
        emit(StageStarted("evaluate", len(pairs)))
        todo = [(c, q) for c, q in pairs if key(c.id, q) not in rows]
        loaded = {name: memories(c) for name, c in {c.id: c for c, _ in todo}.items()}
        done = len(pairs) - len(todo)
        if done:
            emit(StageAdvanced("evaluate", done, f"{done} questions were already done"))
        tasks = [(c, loaded[c.id], q) for c, q in todo]
        asker = _Asker(method, models, settings, answers)
        workers = workers_of(models.answerer) if answers else 1
        with (
            (folder / WHOLE).open("a", encoding="utf-8") as file,
            (folder / BRIEF).open("a", encoding="utf-8") as small,
            budgeted(settings.models.budget_tokens, settings.models.budget_money),
        ):
            for row in map_threads(asker, tasks, workers):
                _append(row, file, small)
                rows[key(row.conversation_id, row.question)] = row
                done += 1
                emit(StageAdvanced("evaluate", done, note=row.question.text))
        emit(StageFinished("evaluate", time.perf_counter() - started))
        return _reported(folder, about, [rows[key(c.id, q)] for c, q in pairs], settings, card)


def _append(row: EvalRow, file: TextIO, small: TextIO) -> None:
    small.write(codec.dumps(brief(row)) + "\n")
    small.flush()
    file.write(codec.dumps(row) + "\n")
    file.flush()
    os.fsync(file.fileno())


def _begun(
    folder: Path, conversations: Sequence[Conversation], models: Models, settings: Settings
) -> RunCard:
    """Write and return the card of a run that begins: a stopped one has a card as well."""
    values = {path: value for path, _, value, _ in iter_knobs(settings)}
    names = {
        "extraction": models.llm.name,
        "answer": models.answerer.name,
        "judge": judge_name(models.judging, settings),
        "embedder": models.embedder.name,
        "reranker": models.reranker.name if models.reranker else "none",
    }
    card = run_card.run_card(values, names, conversations, run_card.now())
    run_card.keep(folder, card)
    return card


def _reported(
    folder: Path,
    about: dict[str, Any],
    rows: list[EvalRow],
    settings: Settings,
    card: RunCard,
) -> EvalReport:
    run_card.keep(folder, run_card.finished(card, rows))
    names = {name: about[name] for name in ("method", "llm", "judge_name")}
    scores = summarise(rows, settings.judge.adversarial)
    summary = {"run": folder.name, **names, **scores, "usage": costs.of_rows(rows)}
    write_atomic(folder / "report.json", json.dumps(summary, ensure_ascii=False, indent=1) + "\n")
    write_atomic(folder / "report.md", markdown(summary))
    return EvalReport(folder.name, about["method"], tuple(rows), summary)


def _about(method: str, settings: Settings, answers: bool, models: Models) -> dict[str, Any]:
    return {
        "method": method,
        "answers": answers,
        "llm": models.answerer.name,
        "judge_name": judge_name(models.judging, settings),
        "settings": _values(settings),
    }


def _values(settings: Settings) -> dict[str, Any]:
    """Return the settings that a result depends on: not how fast or with which key it was made."""
    return {p: value for p, about, value, _ in iter_knobs(settings) if about.affects != "run"}


def _check_settings(folder: Path, about: dict[str, Any]) -> None:
    path = folder / "settings.json"
    if not path.exists():
        write_atomic(path, json.dumps(about, ensure_ascii=False, indent=1) + "\n")
        return
    old = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), str(path))
    was, now = ({**d, **d.pop("settings", {})} for d in (dict(old), dict(about)))
    changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
    if changed:
        raise DataError(
            f"Run {folder.name} was begun with other settings ({', '.join(changed)}).",
            "Choose another run name, or the settings it was begun with.",
        )
