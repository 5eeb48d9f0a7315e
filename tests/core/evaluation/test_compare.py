import pytest

from hypermem_core.errors import DataError
from hypermem_core.evaluation.compare import bootstrap, compare, mcnemar, unlike, what_differs
from hypermem_core.types import (
    Category,
    EvalRow,
    EvidenceRecall,
    Label,
    Question,
    RetrievalTrace,
    Verdict,
)


def row(n: int, label: Label, category: Category = "single-hop", recall: float = 1.0) -> EvalRow:
    return EvalRow(
        "c",
        Question(f"q{n}", f"Question {n}?", category=category),
        RetrievalTrace("hypermem", "q", (), ()),
        verdict=Verdict(label),
        f1=recall,
        recall=EvidenceRecall({}, {"1000": recall}),
    )


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (0, 0, 1.0),
        (5, 0, 2 * (1 / 2**5)),
        (1, 4, 2 * (1 + 5) / 2**5),
        (3, 3, 1.0),
    ],
)
def test_mcnemar_by_hand(gained: int, lost: int, p: float) -> None:
    assert mcnemar(gained, lost) == p == mcnemar(lost, gained)


def test_a_comparison_counts_gained_lost_and_unscored() -> None:
    first = [
        row(1, "wrong"),
        row(2, "correct"),
        row(3, "wrong"),
        row(4, "unscored"),
        row(5, "wrong"),
    ]
    second = [
        row(1, "correct"),
        row(2, "wrong"),
        row(3, "correct"),
        row(4, "correct"),
        row(6, "wrong"),
    ]
    found = compare(first, second)
    overall = found.differences[-1]
    assert (overall.group, overall.questions, overall.gained, overall.lost) == ("overall", 3, 2, 1)
    assert overall.difference == pytest.approx(2 / 3 - 1 / 3)
    assert overall.p == mcnemar(2, 1)
    assert (found.only_first, found.only_second, found.unscored) == (1, 1, 1)
    assert [pair.key for pair in found.gained] == ["c/q1/q1", "c/q3/q3"]


def test_adversarial_questions_have_their_own_line_and_are_not_in_the_overall_one() -> None:
    rows = [row(1, "correct"), row(2, "wrong", "adversarial")]
    groups = {d.group: d.questions for d in compare(rows, rows).differences}
    assert groups == {"single-hop": 1, "adversarial": 1, "overall": 1}


def test_recall_is_compared_without_a_test_of_labels() -> None:
    found = compare([row(1, "wrong", recall=0.5)], [row(1, "wrong", recall=1.0)], "recall@1000")
    assert (found.differences[0].difference, found.differences[0].p) == (0.5, None)


def test_runs_without_a_shared_question_cannot_be_compared() -> None:
    with pytest.raises(DataError, match="share no question"):
        compare([row(1, "wrong")], [row(2, "wrong")])


def test_the_interval_holds_the_mean_and_is_repeatable() -> None:
    values = [1.0] * 30 + [0.0] * 50 + [-1.0] * 20
    low, high = bootstrap(values)
    assert low < 0.1 < high
    assert bootstrap(values) == (low, high)
    assert bootstrap([0.5] * 10) == (0.5, 0.5)
    assert bootstrap([]) == (0.0, 0.0)


def test_everything_that_differs_is_named() -> None:
    first = {"method": "flat", "llm": "x", "settings": {"retrieval.topic_k": 1, "answer.budget": 2}}
    second = {
        "method": "flat",
        "llm": "y",
        "settings": {"retrieval.topic_k": 3, "answer.budget": 2},
    }
    assert what_differs(first, second) == ("llm", "retrieval.topic_k")


def test_scores_of_different_judges_never_share_a_chart() -> None:
    first, second = {"judge_name": "lexical (offline)"}, {"judge_name": "model"}
    assert "different judges" in unlike(first, second, "judge")
    assert unlike(first, second, "f1") == unlike(first, first, "judge") == ""
