from datetime import date

from hypermem_core.models.offline.calendar_words import ago, in_week, shift_months, weekday

WEDNESDAY = date(2024, 5, 15)


def test_weekdays_before_and_after() -> None:
    assert weekday(WEDNESDAY, 5, -1) == date(2024, 5, 11)
    assert weekday(WEDNESDAY, 5, 1) == date(2024, 5, 18)
    assert weekday(WEDNESDAY, 2, -1) == date(2024, 5, 8)
    assert weekday(WEDNESDAY, 2, 0) == WEDNESDAY


def test_months_roll_over_the_year() -> None:
    assert shift_months(date(2024, 1, 31), -1) == date(2023, 12, 1)


def test_a_week_is_named_by_its_monday() -> None:
    assert in_week(WEDNESDAY).label == "week of 13 May 2024"


def test_a_vague_amount_says_so() -> None:
    assert ago(WEDNESDAY, 3, "year", vague=True).label == "around 2021"
