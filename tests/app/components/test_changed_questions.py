from app.components.changed_questions import counted
from hypermem_core.evaluation.compare import compare
from tests.core.evaluation.test_compare import row


def test_questions_that_the_overall_figures_leave_out_are_counted_apart() -> None:
    before = [row(1, "wrong"), row(2, "wrong", "adversarial"), row(3, "correct")]
    after = [row(1, "correct"), row(2, "correct", "adversarial"), row(3, "wrong")]
    found = compare(before, after)
    assert counted(found.gained) == "2 (1 of category 5)"
    assert counted(found.lost) == "1"
    assert counted(()) == "0"
