"""One spelling for every date and number."""

import pytest

from hypermem_core.models.offline.values import iso_dates, normalised, values


@pytest.mark.parametrize(
    "text",
    ["7 May 2023", "May 7, 2023", "May 7th 2023", "7th of May, 2023", "2023-05-07", "2023年5月7日"],
)
def test_a_day_has_one_spelling(text: str) -> None:
    assert iso_dates(text).strip() == "2023-05-07"


@pytest.mark.parametrize("text", ["May 2023", "May, 2023", "2023年5月", "2023-05"])
def test_a_month_has_one_spelling(text: str) -> None:
    assert iso_dates(text).strip() == "2023-05"


def test_dates_stay_where_they_stand() -> None:
    assert iso_dates("The week before 9June, 2023.") == "The week before 2023-06-09."
    assert iso_dates("It may 2 times rain") == "It may 2 times rain"


def test_number_words_become_digits() -> None:
    assert values("seven cups and 1,200 plates") == ["7", "1200"]
    assert normalised("twice") == "2 times"
    assert values("三次，一起") == ["3"]
    assert values("two hundred and five, a hundred, twenty-six") == ["205", "100", "26"]
