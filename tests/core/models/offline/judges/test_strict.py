"""The strict twin: nothing may be missing, and no other date may stand beside the right one."""

import pytest

from hypermem_core.models.offline.judges.strict import reply


@pytest.mark.parametrize(
    ("gold", "answer", "label"),
    [
        ("pottery, camping, painting", "painting, pottery and camping", "correct"),
        ("pottery, camping, painting", "painting and pottery", "wrong"),
        ("7 May 2023", "She went on May 7, 2023.", "correct"),
        ("7 May 2023", "May 2023", "wrong"),
        ("7 May 2023", "on 7 May 2023 or 8 May 2023", "wrong"),
        ("met in May 2023", "they met on 2023-05-07", "correct"),
        ("Sunday before 25 May 2023", "21 May 2023", "correct"),
        ("a blue bowl", "a bowl", "wrong"),
        ("No information available", "Not mentioned", "correct"),
    ],
)
def test_verdicts(gold: str, answer: str, label: str) -> None:
    assert reply("?", gold, answer).label == label


def test_another_date_is_named() -> None:
    said = reply("?", "left on 7 May 2023", "left on 7 May 2023, or on 8 May 2023").reason
    assert said == "The answer also names 2023-05-08."
