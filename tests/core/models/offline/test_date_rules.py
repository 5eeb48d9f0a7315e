from datetime import date

from hypermem_core.models.offline.date_rules import RULES


def first(text: str) -> str:
    for pattern, resolve in RULES:
        if match := pattern.search(text):
            when = resolve(match, date(2024, 5, 15), False)
            return when.label if when else ""
    return ""


def test_the_longer_phrase_comes_before_the_shorter() -> None:
    assert first("the day before yesterday") == "13 May 2024"
    assert first("the week before last") == "week of 29 April 2024"


def test_seasons_look_back_to_one_that_is_over() -> None:
    assert first("last summer") == "summer 2023"
    assert first("next summer") == "summer 2024"
