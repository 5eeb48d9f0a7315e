from app.evaluating import filtered, lost, lost_at
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
