from pathlib import Path

import pytest

from hypermem_core.diagnosis.judged import estimate_judged, judged_sweep
from hypermem_core.diagnosis.sweep import along
from hypermem_core.diagnosis.whatif import Task
from hypermem_core.evaluation.rows import load_rows
from hypermem_core.events import Event, StageAdvanced
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation


@pytest.fixture
def tasks(tiny: Conversation, models: Models) -> list[Task]:
    memory = create("hypermem", Settings(), models).build(tiny)
    return [Task(tiny, memory, question) for question in tiny.questions[:2]]


def test_every_variant_is_a_run_over_exactly_the_tasks_questions(
    tasks: list[Task], models: Models, tmp_path: Path
) -> None:
    events: list[Event] = []
    found = judged_sweep(
        "hypermem",
        Settings(),
        along("retrieval.fact_k", (1, 20)),
        models,
        tasks,
        lambda run: tmp_path / run,
        events.append,
    )
    assert [point.name for point in found] == ["fact_k = 1", "fact_k = 20"]
    assert {point.questions for point in found} == {2}
    assert found[0].run != found[1].run
    assert len(load_rows(tmp_path / found[0].run)) == 2
    assert [e.done for e in events if isinstance(e, StageAdvanced)] == [1, 2, 3, 4]


def test_a_second_sweep_takes_the_answers_there_are(
    tasks: list[Task], models: Models, tmp_path: Path
) -> None:
    variants = along("retrieval.fact_k", (5,))
    ask = (variants, models, tasks, lambda run: tmp_path / run)
    (first,) = judged_sweep("hypermem", Settings(), *ask)
    rows = (tmp_path / first.run / "rows.jsonl").read_bytes()
    (second,) = judged_sweep("hypermem", Settings(), *ask)
    assert second == first
    assert (tmp_path / first.run / "rows.jsonl").read_bytes() == rows


def test_rules_cost_nothing_and_the_estimate_goes_variant_by_variant(
    tasks: list[Task], models: Models
) -> None:
    events: list[Event] = []
    variants = along("retrieval.fact_k", (1, 20))
    found = estimate_judged("hypermem", Settings(), variants, models, tasks, events.append)
    assert (found.calls, found.cost) == (0, 0.0)  # no chat model would be asked
    assert [e.note for e in events if isinstance(e, StageAdvanced)] == list(variants)
