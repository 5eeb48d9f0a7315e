import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from hypermem_core.diagnosis.whatif import Shift, Task, WhatIf, what_if
from hypermem_core.errors import Cancelled
from hypermem_core.evaluation.recall import recall
from hypermem_core.events import Event, StageAdvanced
from hypermem_core.memory import Matrix
from hypermem_core.methods import create
from hypermem_core.models import Embedder, Models
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation


@pytest.fixture
def tasks(tiny: Conversation, models: Models) -> list[Task]:
    method = create("hypermem", Settings(), models)
    memory = method.build(tiny)
    found = []
    for question in tiny.questions:
        trace = method.retrieve(memory, question.text)
        before = recall(question, trace, memory.graph)
        found.append(Task(tiny, memory, question, before, trace.tokens))
    return found


def test_the_same_settings_change_nothing(tasks: list[Task], models: Models) -> None:
    found = what_if("hypermem", Settings(), models, tasks)
    assert found.shifts
    assert all(shift.before == shift.after for shift in found.shifts)
    assert found.gained(1000) == found.lost(1000) == ()
    assert found.tokens[0] == found.tokens[1]
    assert len(found.shifts) + found.left_out == len(tasks)


def test_fewer_facts_lose_questions_and_tokens(tasks: list[Task], models: Models) -> None:
    found = what_if("hypermem", with_value(Settings(), "retrieval.fact_k", 1), models, tasks)
    assert found.recall(1000) <= found.recall(1000, "before")
    assert found.tokens[1] < found.tokens[0]
    assert not found.gained(1000)


def test_a_question_is_gained_when_all_its_gold_turns_came_in() -> None:
    def shift(before: float, after: float) -> Shift:
        return Shift("k", "c", "q", None, {"500": before}, {"500": after}, 10, 20)

    found = WhatIf((shift(0.5, 1.0), shift(1.0, 0.5), shift(0.2, 0.8), shift(1.0, 1.0)), 0, 0.0)
    assert found.gained(500) == (shift(0.5, 1.0),)
    assert found.lost(500) == (shift(1.0, 0.5),)
    assert found.recall(500) == (1.0 + 0.5 + 0.8 + 1.0) / 4
    assert found.tokens == (10, 20)


@dataclass
class Counted:
    """An embedder that keeps what it was asked."""

    behind: Embedder
    asked: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.behind.name

    def documents(self, texts: Sequence[str]) -> Matrix:
        raise AssertionError("A batch of the 8-bit model rounds differently than the run did.")

    def query(self, text: str) -> Matrix:
        self.asked.append(text)
        return self.behind.query(text)


def test_every_question_is_embedded_once_and_alone(tasks: list[Task], models: Models) -> None:
    counted = Counted(models.embedder)
    found = what_if("hypermem", Settings(), replace(models, embedder=counted), tasks)
    assert sorted(counted.asked) == sorted({task.question.text for task in tasks})
    assert all(shift.before == shift.after for shift in found.shifts)


def test_a_stopped_rerun_leaves_no_threads(tasks: list[Task], models: Models) -> None:
    def stop(event: Event) -> None:
        if isinstance(event, StageAdvanced):
            raise Cancelled("stopped", "")

    before = threading.active_count()
    with pytest.raises(Cancelled) as caught:
        what_if("hypermem", Settings(), models, tasks * 20, stop)
    assert threading.active_count() == before, caught.value  # a job keeps its error, and its frames
