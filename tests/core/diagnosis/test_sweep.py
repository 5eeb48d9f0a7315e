import pytest

from hypermem_core.diagnosis.sweep import ABLATIONS, SENSITIVITY, along, changed, grid, sweep
from hypermem_core.diagnosis.whatif import Task
from hypermem_core.errors import SettingsError
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation


@pytest.fixture
def tasks(tiny: Conversation, models: Models) -> list[Task]:
    memory = create("hypermem", Settings(), models).build(tiny)
    return [Task(tiny, memory, question) for question in tiny.questions]


def test_a_sweep_measures_every_value(tasks: list[Task], models: Models) -> None:
    variants = along("retrieval.fact_k", (1, 5))
    points = sweep("hypermem", Settings(), variants, models, tasks)
    assert [point.name for point in points] == ["fact_k = 1", "fact_k = 5"]
    assert points[0].tokens < points[1].tokens
    assert points[0].recall["4000"] <= points[1].recall["4000"]
    assert points[0].questions == points[1].questions > 0


def test_without_facts_in_the_context_no_gold_turn_is_carried(
    tasks: list[Task], models: Models
) -> None:
    points = sweep("hypermem", Settings(), ABLATIONS, models, tasks)
    found = {point.name: point for point in points}
    assert found["w/o FC"].of_context == 0.0
    assert found["full"].of_context > 0.0


def test_the_ablations_and_the_sensitivity_study_are_valid_settings() -> None:
    for changes in ABLATIONS.values():
        changed(Settings(), changes)
    for path, values in SENSITIVITY.items():
        for value in values:
            changed(Settings(), {path: value})


def test_a_grid_has_every_pair() -> None:
    found = grid(("retrieval.topic_k", (5, 10)), ("retrieval.fact_k", (20, 30)))
    assert len(found) == 2 * 2
    assert found["topic_k = 5, fact_k = 30"] == {"retrieval.topic_k": 5, "retrieval.fact_k": 30}


def test_a_bad_value_is_refused_before_anything_runs(tasks: list[Task], models: Models) -> None:
    with pytest.raises(SettingsError, match="out of range"):
        sweep("hypermem", Settings(), along("retrieval.fact_k", (5, 0)), models, tasks)


def test_the_answers_budget_bounds_what_is_read_and_not_what_is_found(
    tasks: list[Task], models: Models
) -> None:
    variants = along("answer.budget", (100, 4000))
    few, many = sweep("hypermem", Settings(), variants, models, tasks)
    assert few.tokens_read <= 100 < many.tokens_read
    assert few.inside <= many.inside
    assert few.of_context == many.of_context
