"""`rejudge`: another judge on a run's saved answers; nothing is retrieved or answered again."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from hypermem_core.errors import DataError
from hypermem_core.evaluation import f1
from hypermem_core.evaluation.gold import GoldAudit, GoldMode, question_under
from hypermem_core.evaluation.journal import append, entries
from hypermem_core.evaluation.judge import judge, judge_name
from hypermem_core.evaluation.judges import JUDGES, protocol
from hypermem_core.evaluation.own_verdicts import about
from hypermem_core.evaluation.rows import load_brief
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.models import Models, workers_of
from hypermem_core.models.budget import budgeted
from hypermem_core.parallel import map_threads
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, EvalRow, Question, Verdict

FOLDER = "judgements"
NO_AUDIT = GoldAudit({})


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on a saved answer against one gold answer; `of` names that pair."""

    key: str
    of: str
    judge: str
    verdict: Verdict
    f1: float


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What one judge says of a run under one gold mode: every question is counted somewhere."""

    judge: str
    verdicts: dict[str, Verdict]  # by question key
    asked: int  # of the verdicts, made now; the others were kept
    unanswered: int  # the run has no answer to judge
    left_out: int  # by the gold mode


@dataclass(frozen=True, slots=True)
class Task:
    """A saved answer to be judged against a gold answer."""

    key: str
    question: Question
    answer: Answer

    @property
    def of(self) -> str:
        """The digest of question, gold and answer."""
        return about(self.question, self.answer.text)


def with_judge(settings: Settings, name: str) -> Settings:
    """Return the settings with that judge; SettingsError if there is none of the name."""
    return replace(settings, judge=replace(settings.judge, kind=protocol(name).name))


def place(run: Path, judge: str) -> Path:
    """Return the file of a judge's judgements; a digest of its full name tells likes apart."""
    words = re.sub(r"[^a-z0-9]+", "-", judge.lower()).strip("-")[:60]
    return run / FOLDER / f"{words}-{sha256(judge.encode()).hexdigest()[:6]}.jsonl"


def judgements(run: Path) -> dict[str, dict[tuple[str, str], Judgement]]:
    """Return everything judged anew of a run: judge → (key, of) → judgement, the latest stands."""
    found: dict[str, dict[tuple[str, str], Judgement]] = {}
    for path in sorted((run / FOLDER).glob("*.jsonl")):
        for one in entries(Judgement, path):
            found.setdefault(one.judge, {})[one.key, one.of] = one
    names = sorted(found, key=lambda judge: (_order(judge), judge))
    return {judge: found[judge] for judge in names}


def _order(judge: str) -> int:
    """Return the place of a judge in the registry, which goes by strictness; unknown ones last."""
    kinds = list(JUDGES)
    return next((n for n, kind in enumerate(kinds) if judge.startswith(f"{kind} v")), len(kinds))


def left_to_judge(kept: Mapping[tuple[str, str], Judgement], tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks without a scored judgement among the kept: unscored ones are asked again."""
    scored = {name for name, one in kept.items() if one.verdict.label != "unscored"}
    return [task for task in tasks if (task.key, task.of) not in scored]


def tasks_of(
    rows: Mapping[str, EvalRow], audit: GoldAudit, mode: GoldMode
) -> tuple[list[Task], int, int]:
    """Return what is to be judged, and how many rows have no answer or are left out."""
    tasks, unanswered, left_out = [], 0, 0
    for name, row in rows.items():
        question = question_under(row.conversation_id, row.question, audit, mode)
        if question is None:
            left_out += 1
        elif row.answer is None:
            unanswered += 1
        else:
            tasks.append(Task(name, question, row.answer))
    return tasks, unanswered, left_out


def rejudge(
    run: Path,
    name: str,
    models: Models,
    settings: Settings,
    audit: GoldAudit = NO_AUDIT,
    mode: GoldMode = "as published",
    emit: Emit = ignore,
) -> Rejudged:
    """Judge a run's saved answers against the gold of a mode, row by row; a killed one resumes.

    Raises:
        SettingsError: there is no such judge.
        DataError: the run has no answers.
        Paused: a model cannot go on; what was judged is kept.
    """
    settings = with_judge(settings, name)
    tasks, unanswered, left_out = tasks_of(load_brief(run), audit, mode)
    if not tasks:
        raise DataError(
            f"Run {run.name} has no answer to judge.", "Run it with answers, not retrieval only."
        )
    full_name = judge_name(models.judging, settings)
    todo = left_to_judge(_of_judge(run, full_name), tasks)
    _judge_all(run, full_name, todo, models, settings, emit)
    kept = _of_judge(run, full_name)
    verdicts = {task.key: kept[task.key, task.of].verdict for task in tasks}
    return Rejudged(full_name, verdicts, len(todo), unanswered, left_out)


def _of_judge(run: Path, judge: str) -> dict[tuple[str, str], Judgement]:
    return {(one.key, one.of): one for one in entries(Judgement, place(run, judge))}


def _judge_all(
    run: Path,
    full_name: str,
    todo: Sequence[Task],
    models: Models,
    settings: Settings,
    emit: Emit,
) -> None:
    def one(task: Task) -> Judgement:
        verdict = judge(task.question, task.answer, models.judging, settings)
        scored = f1.score(task.question, task.answer.text)
        return Judgement(task.key, task.of, full_name, verdict, scored)

    started, path = time.perf_counter(), place(run, full_name)
    emit(StageStarted("judge", len(todo)))
    with (
        budgeted(settings.models.budget_tokens, settings.models.budget_money),
        closing(map_threads(one, todo, workers_of(models.judging))) as found,
    ):
        for done, (task, made) in enumerate(zip(todo, found, strict=True), 1):
            append(path, made)
            emit(StageAdvanced("judge", done, task.question.text))
    emit(StageFinished("judge", time.perf_counter() - started))
