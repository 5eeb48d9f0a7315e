"""The lexical judge: words by stem, dates and numbers exactly."""

import pytest

from hypermem_core.models.offline.judge import reply


@pytest.mark.parametrize(
    ("gold", "answer", "label"),
    [
        ("7 May 2023", "She went on May 7, 2023.", "correct"),
        ("May 2023", "on 2023-05-07", "correct"),
        ("7 May 2023", "May 2023", "wrong"),
        ("7 May 2023", "8 May 2023", "wrong"),
        ("2022", "in 2022", "correct"),
        ("seven", "7", "correct"),
        ("seven tournaments", "six tournaments", "wrong"),
        ("She paints sunsets", "painting a sunset", "correct"),
        ("a blue bowl", "a red plate", "wrong"),
        ("2024年3月2日", "2024-03-02", "correct"),
        ("一只柯基", "她养了一只柯基", "correct"),
        ("陶艺", "观鸟", "wrong"),
        ("No information available", "It is not mentioned.", "correct"),
        ("", "A blue bowl", "wrong"),
        ("a blue bowl", "No information available", "wrong"),
        ("没有相关信息", "没有提到", "correct"),
        ("The Sunday before 25 May 2023", "21 May 2023", "correct"),
        ("The Sunday before 25 May 2023", "20 May 2023", "wrong"),
        ("The week before 9 June 2023", "week of 29 May 2023", "correct"),
        ("the week before 9 June 2023", "the week before 9 June 2023", "correct"),
        ("2023", "7 May 2023", "correct"),
        ("7 May 2023", "2023", "wrong"),
        ("twenty-six", "26 students", "correct"),
        ("two hundred and five", "205", "correct"),
        ("19,000 kronor", "19000 kronor", "correct"),
        ("pottery, camping, painting", "painting, pottery, camping", "correct"),
        ("Likely no", "Likely yes", "wrong"),
        ("Yes, since she likes tea", "Yes", "correct"),
        ("No; she left", "Yes, she left", "wrong"),
        ("Norwich", "Norwich", "correct"),
    ],
)
def test_verdicts(gold: str, answer: str, label: str) -> None:
    assert reply("?", gold, answer).label == label


def test_the_threshold_is_the_share_of_gold_terms() -> None:
    gold, answer = "pottery swimming hiking camping", "pottery and hiking"  # 2 of 4
    assert reply("?", gold, answer, threshold=0.5).label == "correct"
    assert reply("?", gold, answer, threshold=0.55).label == "wrong"
    assert reply("?", gold, answer).reason == "2 of 4 terms of the gold answer found."


def test_a_gold_of_nothing_but_stop_words_can_be_met() -> None:
    assert reply("?", "No", "No").label == "correct"
    assert reply("?", "No", "Yes").label == "wrong"
