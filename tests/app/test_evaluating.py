from datetime import datetime

from app.evaluating import Evaluated, filtered, lost, lost_at, preset_name
from hypermem_core.settings import iter_knobs, preset
from hypermem_core.types import EvalRow, EvidenceRecall, Question, RetrievalTrace, Verdict


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
    assert run.label == "flat · readme · c · 3 May 14:05"


def test_a_preset_is_recognised_by_its_values_and_a_moved_knob_is_counted() -> None:
    paper = {path: value for path, _, value, _ in iter_knobs(preset("paper"))}
    assert preset_name(paper) == "paper"
    assert preset_name(paper | {"retrieval.rrf_k": 7}) == "paper, 1 moved"
