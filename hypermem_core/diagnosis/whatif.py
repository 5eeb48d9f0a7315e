"""What if? Retrieval of many questions rerun with other settings, beside what a run had found."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from statistics import fmean

from hypermem_core.answer import fit
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.recall import BUDGETS, at_budget, recall
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.remembered import remembering
from hypermem_core.parallel import map_threads
from hypermem_core.settings import Settings
from hypermem_core.types import Category, Conversation, EvidenceRecall, Question, RetrievalTrace

AHEAD = 2  # threads that embed the next questions while one is searched


@dataclass(frozen=True, slots=True)
class Task:
    """One question with the memory it is put to, and what the saved run had found of it."""

    conversation: Conversation
    memory: Memory
    question: Question
    before: EvidenceRecall | None = None
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Shift:
    """One question's recall inside each budget (tokens → share), before and after."""

    key: str
    conversation_id: str
    question: str
    category: Category | None
    before: dict[str, float]
    after: dict[str, float]
    tokens_before: int
    tokens_after: int
    whole: float = 0.0  # share of gold turns in all of the evidence, whatever its size
    tokens_read: int = 0  # after, cut to the answer's budget as a run's tokens are
    inside: float = 0.0  # share of gold turns inside the answer's budget


@dataclass(frozen=True, slots=True)
class WhatIf:
    """All questions with usable evidence, and how many had to be left out."""

    shifts: tuple[Shift, ...]
    left_out: int
    seconds: float

    def recall(self, budget: int, when: str = "after") -> float:
        """Return the mean recall inside a budget, `before` or `after`; 0 without questions."""
        values = [getattr(shift, when).get(str(budget), 0.0) for shift in self.shifts]
        return fmean(values) if values else 0.0

    def gained(self, budget: int) -> tuple[Shift, ...]:
        """Return the questions whose gold turns are all inside the budget now and were not."""
        return tuple(s for s in self.shifts if _whole(s.after, budget) > _whole(s.before, budget))

    def lost(self, budget: int) -> tuple[Shift, ...]:
        """Return the questions whose gold turns were all inside the budget and are not now."""
        return tuple(s for s in self.shifts if _whole(s.after, budget) < _whole(s.before, budget))

    @property
    def tokens(self) -> tuple[float, float]:
        """Mean tokens of the whole context, before and after."""
        if not self.shifts:
            return 0.0, 0.0
        before = fmean(shift.tokens_before for shift in self.shifts)
        return before, fmean(shift.tokens_after for shift in self.shifts)

    @property
    def read(self) -> tuple[float, float]:
        """Mean tokens an answerer reads, before and after: both inside the answer's budget."""
        if not self.shifts:
            return 0.0, 0.0
        before = fmean(shift.tokens_before for shift in self.shifts)
        return before, fmean(shift.tokens_read for shift in self.shifts)


def _whole(recalled: dict[str, float], budget: int) -> bool:
    return recalled.get(str(budget), 0.0) >= 1.0


def what_if(
    method: str, settings: Settings, models: Models, tasks: Sequence[Task], emit: Emit = ignore
) -> WhatIf:
    """Rerun the retrieval of all tasks, without any model call but the query's embedding.

    A task whose saved recall is None (no usable evidence) is left out and counted. Questions are
    embedded one by one, as the run did it (a batch of an 8-bit model rounds differently), but
    ahead of their retrieval.
    """
    models = remembering(models)
    asked = create(method, settings, models)
    texts = [task.question.text for task in tasks]
    emit(StageStarted("what-if", len(tasks)))
    shifts: list[Shift] = []
    seconds = 0.0
    with closing(map_threads(models.embedder.query, texts, AHEAD)) as embedded:
        for done, (task, _) in enumerate(zip(tasks, embedded, strict=True), 1):
            trace = asked.retrieve(task.memory, task.question.text)
            seconds += trace.seconds
            after = recall(task.question, trace, task.memory.graph)
            if after is not None:
                shifts.append(_shift(task, after, trace, settings.answer.budget))
            emit(StageAdvanced("what-if", done))
    emit(StageFinished("what-if", seconds))
    return WhatIf(tuple(shifts), len(tasks) - len(shifts), seconds)


def _shift(task: Task, after: EvidenceRecall, trace: RetrievalTrace, budget: int) -> Shift:
    before = task.before.at_budget if task.before else dict.fromkeys(map(str, BUDGETS), 0.0)
    return Shift(
        key(task.conversation.id, task.question),
        task.conversation.id,
        task.question.text,
        task.question.category,
        before,
        after.at_budget,
        task.tokens,
        trace.tokens,
        at_budget(trace, task.question.evidence, trace.tokens),
        replace(trace, evidence=fit(trace.evidence, budget)).tokens,
        at_budget(trace, task.question.evidence, budget),
    )
