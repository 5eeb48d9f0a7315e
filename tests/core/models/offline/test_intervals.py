from datetime import date

from hypermem_core.models.offline.calendar_words import When, in_month, in_week, in_weekend, on_day
from hypermem_core.models.offline.intervals import iso_of

DAY = date(2024, 5, 7)  # a Tuesday


def test_what_a_phrase_leaves_open_stays_open() -> None:
    assert iso_of(on_day(DAY)) == "2024-05-07"
    assert iso_of(in_month(DAY)) == "2024-05"
    assert iso_of(in_week(DAY)) == "2024-W19"
    assert iso_of(in_weekend(date(2024, 5, 4))) == "2024-05-04/2024-05-05"


def test_a_season_is_three_months() -> None:
    assert iso_of(When("2023-06", "summer 2023")) == "2023-06/2023-08"
    assert iso_of(When("2023-12", "winter 2023")) == "2023-12/2024-02"


def test_a_part_of_a_day_is_an_interval_of_hours() -> None:
    assert iso_of(on_day(DAY), "yesterday morning") == "2024-05-07T06:00/2024-05-07T12:00"
    assert iso_of(on_day(DAY), "tonight") == "2024-05-07T18:00/2024-05-07T23:59"
    assert iso_of(in_month(DAY), "one May night") == "2024-05"


def test_a_week_of_the_turn_of_the_year_has_the_year_of_its_thursday() -> None:
    assert iso_of(in_week(date(2024, 12, 30))) == "2025-W01"
