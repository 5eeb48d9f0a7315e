import pytest

from hypermem_core.evaluation.agreement import cohen, disagreements, fleiss, pairwise
from hypermem_core.types import Label

C: Label = "correct"
W: Label = "wrong"
U: Label = "unscored"


def table(*labels: Label) -> dict[str, Label]:
    return {f"q{n}": label for n, label in enumerate(labels)}


def test_cohens_kappa_by_hand() -> None:
    found = cohen(table(C, C, W, W, C), table(C, W, W, W, C))
    # observed 4/5; expected 3/5·2/5 + 2/5·3/5 = 12/25; κ = (0.8 − 0.48) / 0.52
    assert found.observed == 4 / 5
    assert found.kappa == pytest.approx((0.8 - 0.48) / (1 - 0.48))


def test_unscored_questions_are_left_out_and_counted() -> None:
    found = cohen(table(C, U, W), table(C, C, W))
    assert (found.questions, found.left_out, found.kappa) == (2, 1, 1.0)


def test_kappa_is_undefined_where_nobody_ever_differs_in_label() -> None:
    assert cohen(table(C, C), table(C, C)).kappa is None
    assert cohen({}, {}).kappa is None


def test_fleiss_kappa_by_hand() -> None:
    found = fleiss({"a": table(C, C, W), "b": table(C, W, W), "c": table(C, C, W)})
    # q0: (9−3)/6 = 1, q1: (4+1−3)/6 = 1/3, q2: 1; observed 7/9; shares 5/9 and 4/9
    expected = (5 / 9) ** 2 + (4 / 9) ** 2
    assert found.observed == pytest.approx(7 / 9)
    assert found.kappa == pytest.approx((7 / 9 - expected) / (1 - expected))


def test_two_judges_with_fleiss_differ_from_cohen_only_in_the_expectation() -> None:
    a, b = table(C, C, W, W), table(C, C, W, W)
    assert fleiss({"a": a, "b": b}).kappa == cohen(a, b).kappa == 1.0


def test_pairs_and_disagreements() -> None:
    judges = {"a": table(C, W, U), "b": table(C, C, W), "c": table(C, W, W)}
    assert [pair.judges for pair in pairwise(judges)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert disagreements(judges) == {"q1": {"a": W, "b": C, "c": W}}
