"""The time between two events."""

from hypermem_core.models.offline.answering.intervals import between
from hypermem_core.types import Evidence

TOLD = [
    Evidence("fact-0001", "fact", "[9 May 2024] Ann sold the boat. (1 May 2024)", ("D1:1",), 1, 9),
    Evidence(
        "fact-0002", "fact", "[20 May 2024] Ann bought a kayak. (15 May 2024)", ("D2:1",), 1, 9
    ),
]


def test_the_days_and_weeks_between_two_dated_events() -> None:
    found = between("How many days passed between the boat sale and the kayak?", TOLD, frozenset())
    assert found is not None and found[0] == "14 days"
    assert [support.item.node_id for support in found[1]] == ["fact-0001", "fact-0002"]
    weeks = between("How many weeks lie between the boat sale and the kayak?", TOLD, frozenset())
    assert weeks is not None and weeks[0] == "2 weeks"


def test_a_question_that_names_no_two_events_has_no_interval() -> None:
    assert between("How many boats did Ann sell?", TOLD, frozenset()) is None
    assert between("How many days lie between the boat and the kayak?", [], frozenset()) is None
