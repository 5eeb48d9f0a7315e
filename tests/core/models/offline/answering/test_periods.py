"""The days a date phrase covers."""

from datetime import date

import pytest

from hypermem_core.models.offline.answering.periods import Period, period


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("7 May 2023", (2023, 5, 7), (2023, 5, 7)),
        ("May 2023", (2023, 5, 1), (2023, 5, 31)),
        ("in 2022", (2022, 1, 1), (2022, 12, 31)),
        ("December 2023", (2023, 12, 1), (2023, 12, 31)),
        ("The Sunday before 25 May 2023", (2023, 5, 21), (2023, 5, 21)),
        ("the day before 1 May 2023", (2023, 4, 30), (2023, 4, 30)),
        ("The week before 9 June 2023", (2023, 5, 29), (2023, 6, 8)),
        ("the weekend before 17 July 2023", (2023, 7, 15), (2023, 7, 16)),
        ("two weekends before 17 July 2023", (2023, 7, 8), (2023, 7, 9)),
        ("the weekend after 3 June 2022", (2022, 6, 4), (2022, 6, 5)),
        ("weekend of 3 June 2023", (2023, 6, 3), (2023, 6, 4)),
        ("week of 29 May 2023", (2023, 5, 29), (2023, 6, 4)),
    ],
)
def test_periods(text: str, first: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    assert period(text) == Period(date(*first), date(*last))


@pytest.mark.parametrize("text", ["a race on 7 May 2023", "soon", "31 June 2023", ""])
def test_other_texts_are_no_period(text: str) -> None:
    assert period(text) is None


def test_a_period_holds_what_lies_in_it() -> None:
    may, day = period("May 2023"), period("7 May 2023")
    assert may and day and may.holds(day) and not day.holds(may)
