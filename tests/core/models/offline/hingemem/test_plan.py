from datetime import datetime

import pytest

from hypermem_core.models.offline.hingemem.plan import reply

TODAY = datetime(2025, 3, 1)
PERSONS = ("Alex", "Dr. Smith", "Ana", "Ana's sister")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Did Alex know Dr. Smith in 2024?", "judgment"),
        ("Would Ana like Rome?", "judgment"),
        ("How many cats does Ana have?", "recall"),
        ("What books has Alex read?", "recall"),
        ("What activities does Ana do with her sister?", "recall"),
        ("Which cities did both visit?", "recall"),
        ("When did Ana adopt a cat?", "precision"),
        ("What did Ana's sister paint?", "precision"),
        ("What glass did Ana break?", "precision"),
        ("安娜去过哪些城市？", "recall"),
        ("安娜喜欢猫吗？", "judgment"),
    ],
)
def test_the_form_of_a_question_tells_its_type(question: str, kind: str) -> None:
    assert reply(question, PERSONS, TODAY).type == kind


def test_a_time_that_bounds_the_answer_comes_first() -> None:
    found = reply("Did Alex know Dr. Smith in 2024?", PERSONS, TODAY)
    assert found.persons == ["Alex", "Dr. Smith"]
    assert found.times == ["2024"]
    assert found.priority[:2] == ["time", "person"]


def test_what_is_asked_about_comes_before_whom() -> None:
    found = reply("When did Ana adopt a grey cat?", PERSONS, TODAY)
    assert found.persons == ["Ana"]
    assert {"grey", "cat"} <= set(found.topics)
    assert found.priority == ["topic", "person", "time", "location"]


def test_relative_times_are_resolved_from_the_last_day_known() -> None:
    found = reply("What did Ana do last month in Rome?", PERSONS, TODAY)
    assert found.times == ["2025-02"]
    assert found.locations == ["Rome"]


def test_without_a_date_nothing_is_resolved() -> None:
    assert reply("What did Ana do last month?", PERSONS).times == []
