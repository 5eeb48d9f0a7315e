"""Evaluating the tiny conversation: rows are kept, resumed, redone when torn or failed."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from hypermem_core.errors import DataError, ModelError
from hypermem_core.evaluation.run import EvalReport, evaluate, load_rows, run_name, select
from hypermem_core.events import Emit, Event, StageAdvanced, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.methods.base import MemoryMethod
from hypermem_core.models import Models
from hypermem_core.reports.run_card import read
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation, RetrievalTrace


def run(
    folder: Path,
    tiny: Conversation,
    models: Models,
    method: MemoryMethod | None = None,
    **more: Any,
) -> EvalReport:
    settings = more.pop("settings", Settings())
    flat = create("flat", settings, models)
    return evaluate([tiny], method or flat, flat.build, models, settings, folder, **more)


@dataclass
class Failing:
    """The flat method, but its first `left` retrievals fail."""

    inner: MemoryMethod
    left: int
    asked: int = 0
    name: str = "flat"
    title: str = "flat"
    build_stages: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        return self.inner.build(conversation, emit)

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        self.asked += 1
        if self.asked <= self.left:
            raise ModelError("The embedder is away.")
        return self.inner.retrieve(memory, query, emit)


def test_every_question_becomes_a_row(results: Path, tiny: Conversation, models: Models) -> None:
    report = run(results, tiny, models)
    assert [row.question.id for row in report.rows] == ["q1", "q2", "q3"]
    assert list(load_rows(results).values()) == list(report.rows)
    assert report.summary["questions"] == 3
    assert report.summary["recall_at_budget"]["4000"] == 1.0
    assert (results / "report.md").exists() and (results / "report.json").exists()


def test_a_finished_run_asks_nothing_again(
    results: Path, tiny: Conversation, models: Models
) -> None:
    first = run(results, tiny, models)
    before = (results / "rows.jsonl").read_bytes()
    watcher = Failing(create("flat", Settings(), models), left=99)
    assert run(results, tiny, models, watcher).rows == first.rows
    assert watcher.asked == 0
    assert (results / "rows.jsonl").read_bytes() == before


def test_a_torn_last_line_is_dropped_and_its_question_redone(
    results: Path, tiny: Conversation, models: Models
) -> None:
    run(results, tiny, models)
    path = results / "rows.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    watcher = Failing(create("flat", Settings(), models), left=0)
    assert len(run(results, tiny, models, watcher).rows) == 3
    assert watcher.asked == 1
    assert len(load_rows(results)) == 3


def test_a_failed_question_is_a_row_and_is_asked_again_on_resume(
    results: Path, tiny: Conversation, models: Models
) -> None:
    inner = create("flat", Settings(), models)
    report = run(results, tiny, models, Failing(inner, left=1))
    verdict = report.rows[0].verdict
    assert verdict is not None
    assert (verdict.label, report.rows[0].error) == ("unscored", "The embedder is away.")
    assert report.summary["unscored"] == 1
    again = Failing(inner, left=0)
    assert run(results, tiny, models, again).summary["unscored"] == 0
    assert again.asked == 1


def test_a_run_goes_on_only_with_its_own_settings(
    results: Path, tiny: Conversation, models: Models
) -> None:
    run(results, tiny, models, answers=False)
    other = with_value(Settings(), "retrieval.rrf_k", 10)
    with pytest.raises(DataError, match="retrieval.rrf_k") as caught:
        run(results, tiny, models, answers=False, settings=other)
    assert caught.value.hint


def test_a_longer_selection_extends_a_run(
    results: Path, tiny: Conversation, models: Models
) -> None:
    assert len(run(results, tiny, models, limit=1).rows) == 1
    assert len(run(results, tiny, models).rows) == 3


def test_adversarial_questions_are_string_matched(
    results: Path, tiny: Conversation, models: Models
) -> None:
    report = run(results, tiny, models, categories=["adversarial"])
    verdict = report.rows[0].verdict
    assert verdict is not None and verdict.judge == "string match"
    assert report.summary["by_category"]["adversarial"]["questions"] == 1


def test_selection_by_category_mode_and_limit(tiny: Conversation) -> None:
    def chosen(settings: Settings, **more: Any) -> list[str]:
        return [q.id for _, q in select([tiny], settings, **more)]

    assert chosen(Settings()) == ["q1", "q2", "q3"]
    official = with_value(Settings(), "judge.adversarial", "official")
    assert chosen(official) == ["q1", "q2", "q3", "q4"]
    assert chosen(Settings(), categories=["multi-hop"]) == ["q3"]
    assert chosen(Settings(), limit=2) == ["q1", "q2"]


def test_nothing_to_ask_is_said(results: Path, tiny: Conversation, models: Models) -> None:
    with pytest.raises(DataError, match="no question"):
        run(results, replace(tiny, questions=()), models)


def test_progress_is_told_after_each_row(results: Path, tiny: Conversation, models: Models) -> None:
    heard: list[Event] = []
    run(results, tiny, models, answers=False, emit=heard.append)
    done = [
        event.done
        for event in heard
        if isinstance(event, StageAdvanced) and event.stage == "evaluate"
    ]
    assert done == [1, 2, 3]


def test_the_name_of_a_run_tells_settings_apart() -> None:
    other = with_value(Settings(), "answer.budget", 500)
    names = {run_name("flat", Settings(), True), run_name("flat", other, True)}
    names |= {run_name("flat", Settings(), False), run_name("flat", Settings(), True)}
    assert len(names) == 3


def test_every_run_has_a_card_also_a_stopped_one(
    results: Path, tiny: Conversation, models: Models
) -> None:
    seen: list[bool] = []

    def watch(event: Event) -> None:
        if isinstance(event, StageAdvanced):
            seen.append((card := read(results)) is not None and not card.finished)

    run(results, tiny, models, emit=watch)
    card = read(results)
    assert seen and all(seen)
    assert card is not None and card.finished and card.questions == 3
    assert card.models["answer"] == "offline rules"
    assert card.models["embedder"] == "bge-small-en-v1.5 (embedded)"
    assert card.settings["retrieval.topic_k"] == Settings().retrieval.topic_k
