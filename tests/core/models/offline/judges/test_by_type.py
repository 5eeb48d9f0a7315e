"""The twin that judges by type of question."""

import pytest

from hypermem_core.models.offline.judges.by_type import reply


@pytest.mark.parametrize(
    ("category", "gold", "answer", "label"),
    [
        ("adversarial", "", "No information available", "correct"),
        ("adversarial", "a blue bowl", "a blue bowl", "wrong"),
        ("multi-hop", "pottery, camping and painting", "camping, painting, pottery", "correct"),
        ("multi-hop", "pottery, camping and painting", "camping, painting", "wrong"),
        ("multi-hop", "a blue bowl", "a blue bowl", "correct"),
        ("temporal", "18 days", "19 days", "correct"),
        ("temporal", "18 days", "20 days", "wrong"),
        ("temporal", "two weeks", "two days", "wrong"),
        ("temporal", "two weeks", "14 days", "correct"),
        ("temporal", "two weeks", "May 2023", "wrong"),
        ("temporal", "7 May 2023", "8 May 2023", "wrong"),
        ("open-domain", "Likely no; she moved to Leeds last spring", "No", "correct"),
        ("open-domain", "a teacher, because she likes children", "a teacher", "correct"),
        ("single-hop", "a blue bowl", "a bowl", "correct"),
        ("single-hop", "a blue bowl", "a plate", "wrong"),
        ("uncategorised", "rowing", "She went rowing", "correct"),
    ],
)
def test_verdicts(category: str, gold: str, answer: str, label: str) -> None:
    assert reply("?", gold, answer, category).label == label


def test_the_items_found_are_counted() -> None:
    said = reply("?", "pottery, camping and painting", "camping", "multi-hop").reason
    assert said == "1 of 3 items of the gold answer found."
