import json
from datetime import datetime
from pathlib import Path

from app.evaluating import Evaluated, filtered, lost, lost_at, opened, preset_name, read_run
from hypermem_core.evaluation.rows import write_rows
from hypermem_core.reports import run_card
from hypermem_core.settings import iter_knobs, preset
from hypermem_core.store import Store
from hypermem_core.types import (
    Conversation,
    EvalRow,
    EvidenceRecall,
    Question,
    RetrievalTrace,
    Verdict,
)


def row(label: str, recall: float) -> EvalRow:
    found = EvidenceRecall({"episode kept": 1.0, "fact kept": recall}, {"500": 0.0, "4000": recall})
    trace = RetrievalTrace("flat", "q", (), ())
    return EvalRow("c", Question("q", "q"), trace, None, Verdict(label), None, found)  # type: ignore[arg-type]


def test_a_question_is_lost_when_the_largest_context_misses_a_gold_turn() -> None:
    assert lost(row("correct", 0.5)) and not lost(row("correct", 1.0))
    assert lost_at(row("correct", 0.5)) == "fact kept"


def test_filters_let_through_the_wrong_and_the_lost() -> None:
    rows = [row("wrong", 1.0), row("correct", 0.5), row("unscored", 1.0)]
    counts = [len(filtered(rows, name)) for name in ("All", "Wrong", "Lost", "Unscored")]
    assert counts == [3, 1, 1, 1]


def test_a_run_is_known_by_method_preset_conversation_and_time() -> None:
    rows = (row("correct", 1.0),)
    when = datetime(2024, 5, 3, 14, 5)
    run = Evaluated("flat-0dbd539e", "flat", "j", "offline", rows, {}, "readme", when)
    assert run.label == "flat · readme · c · 3 May 14:05:00"


def test_a_preset_is_recognised_by_its_values_and_a_moved_knob_is_counted() -> None:
    paper = {path: value for path, _, value, _ in iter_knobs(preset("paper"))}
    assert preset_name(paper) == "paper"
    assert preset_name(paper | {"retrieval.rrf_k": 7}) == "paper, 1 moved"


def test_a_run_that_was_moved_is_as_old_as_its_card_says(results: Path, tiny: Conversation) -> None:
    folder = Store(results).run_folder("mine", "run-1")
    folder.mkdir(parents=True)
    about = {"method": "flat", "llm": "offline", "judge_name": "j", "settings": {}}
    (folder / "settings.json").write_text(json.dumps(about))
    write_rows(folder, [row("correct", 1.0)])
    copied = read_run(folder).when
    assert copied is not None and copied.year >= 2026
    run_card.keep(folder, run_card.run_card({}, {}, [tiny], "2024-05-03T14:05:00"))
    assert read_run(folder).when == datetime(2024, 5, 3, 14, 5)


def test_a_page_opens_on_the_run_chosen_before_or_the_latest_of_the_chosen_method() -> None:
    methods = {"c": "flat", "b": "hypermem", "a": "hypermem"}
    assert opened(methods, "a", "flat") == "a"
    assert opened(methods, "", "hypermem") == "b"
    assert opened(methods, "gone", "hgmem") == "c"
