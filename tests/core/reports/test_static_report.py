from dataclasses import replace
from pathlib import Path

import pytest

from hypermem_core.build import build
from hypermem_core.errors import Cancelled, DataError
from hypermem_core.evaluation.run import evaluate
from hypermem_core.events import Event, StageAdvanced
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.reports.static_report import static_report
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from hypermem_core.types import Conversation

CANARY = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'


def reported(tiny: Conversation, models: Models, results: Path, settings: Settings) -> str:
    store = Store(results)
    evaluate(
        [tiny],
        create("flat", settings, models),
        lambda chat: build(chat, "mine", "flat", settings, models, store),
        models,
        settings,
        store.run_folder("mine", "run-1"),
    )
    return static_report(store, "mine", "run-1").decode()


def test_a_report_holds_scores_questions_and_card_and_says_offline(
    tiny: Conversation, models: Models, results: Path
) -> None:
    page = reported(tiny, models, results, with_value(Settings(), "answer.budget", 500))
    assert "<b>offline</b>" in page and "flat · run-1 · mine" in page
    for part in ("Scores", "Retrieval", "Where answers were lost", "Run card", "All settings"):
        assert part in page
    assert "100.0 % (43.9–100.0), n = 3" in page  # Wilson: 3 / (3 + 1.96²) = .4385
    assert "Published, other models" in page and "◇" in page
    assert "Settings that differ from the defaults (1)" in page and "answer.budget" in page
    assert "What happened to Ana&#x27;s pets?" in page
    assert "Ana: I adopted a grey cat named Pixel yesterday." in page


def test_hostile_chats_and_questions_are_text(
    tiny: Conversation, models: Models, results: Path
) -> None:
    turns = tuple(replace(turn, text=turn.text + CANARY) for turn in tiny.turns)
    asked = tuple(
        replace(q, text=q.text + CANARY, answer=q.answer + CANARY) for q in tiny.questions
    )
    hostile = replace(tiny, turns=turns, questions=asked, title=CANARY)
    page = reported(hostile, models, results, Settings())
    assert "onerror" in page and "<img" not in page and "<script" not in page


def test_a_run_that_is_not_there_is_named(results: Path) -> None:
    with pytest.raises(DataError, match="no finished question of a run 'none'"):
        static_report(Store(results), "mine", "none")


def test_a_run_without_a_card_says_so(tiny: Conversation, models: Models, results: Path) -> None:
    reported(tiny, models, results, Settings())
    (results / "mine" / "eval" / "run-1" / "card.json").unlink()
    page = static_report(Store(results), "mine", "run-1").decode()
    assert "This run has none" in page and "retrieval.topic_k" in page


def test_rows_and_questions_are_counted_and_a_listener_can_stop_it(
    tiny: Conversation, models: Models, tmp_path: Path
) -> None:
    reported(tiny, models, tmp_path, Settings())
    heard: list[tuple[str, int]] = []

    def listen(event: Event) -> None:
        if isinstance(event, StageAdvanced):
            heard.append((event.stage, event.done))

    static_report(Store(tmp_path), "mine", "run-1", listen)
    rows = [done for stage, done in heard if stage == "rows"]
    assert rows == list(range(1, len(rows) + 1))
    assert [done for stage, done in heard if stage == "questions"] == rows

    def stop(event: Event) -> None:
        raise Cancelled("stopped", "")

    with pytest.raises(Cancelled):
        static_report(Store(tmp_path), "mine", "run-1", stop)
