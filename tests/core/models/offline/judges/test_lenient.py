"""The lenient twin: a date nearby or a quarter of the terms is enough, a contradiction is not."""

import pytest

from hypermem_core.models.offline.judges.lenient import reply


@pytest.mark.parametrize(
    ("gold", "answer", "label"),
    [
        ("7 May 2023", "8 May 2023", "correct"),
        ("7 May 2023", "in May 2023", "correct"),
        ("7 May 2023", "9 May 2023", "wrong"),
        ("7 May 2023", "7 June 2023", "wrong"),
        ("pottery, camping, painting, swimming", "camping", "correct"),
        ("seven tournaments", "six tournaments", "correct"),
        ("a blue bowl", "a red plate", "wrong"),
        ("Likely no", "Likely yes", "wrong"),
        ("a blue bowl", "No information available", "wrong"),
        ("No information available", "It is not mentioned.", "correct"),
        ("", "A blue bowl", "wrong"),
    ],
)
def test_verdicts(gold: str, answer: str, label: str) -> None:
    assert reply("?", gold, answer).label == label


def test_the_reason_counts_the_terms() -> None:
    said = reply("?", "pottery swimming hiking camping", "camping").reason
    assert said == "1 of 4 terms of the gold answer found; a few are enough."
