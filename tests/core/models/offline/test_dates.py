from datetime import datetime

import pytest

from hypermem_core.models.offline.dates import annotate, find

SAID = datetime(2024, 5, 15, 9, 0)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("I went yesterday.", "2024-05-14"),
        ("the day before yesterday it rained", "2024-05-13"),
        ("we leave the day after tomorrow", "2024-05-17"),
        ("I ran last Saturday", "2024-05-11"),
        ("I ran last Wed", "2024-05-08"),
        ("I went to the dentist Monday", "2024-05-13"),
        ("I'll go on Friday", "2024-05-17"),
        ("I baked on Friday", "2024-05-10"),
        ("this past weekend was long", "2024-05-11"),
        ("two weeks ago we met", "2024-04-29"),
        ("the week before we met", "2024-05-06"),
        ("next month we move", "2024-06"),
        ("last year was hard", "2023"),
        ("I was there in March", "2024-03"),
        ("I was there in June", "2023-06"),
        ("we met in August last year", "2023-08"),
        ("I have to be out by the end of June", "2024-06"),
        ("I complete on the fourteenth, 14 June", "2024-06-14"),
        ("I've entered the swim at Borgholm in August", "2024-08"),
        ("she has a flat that stands empty in September", "2024-09"),
        ("my birthday is in March", "2024-03"),
        ("the lease runs until April", "2025-04"),
        ("they gave me a boat back in October", "2023-10"),
        ("I entered the swim in August", "2023-08"),
        ("it has been quiet since October", "2023-10"),
        ("ten years ago", "2014"),
        ("on July 3rd 2021 it snowed", "2021-07-03"),
        ("I have lived here since 2016", "2016"),
        ("last night was fun", "2024-05-14"),
    ],
)
def test_a_phrase_is_resolved_from_the_day_it_was_said(text: str, iso: str) -> None:
    assert [item.when.iso for item in find(text, SAID)] == [iso]


@pytest.mark.parametrize(
    "text",
    [
        "may I come?",
        "the sun is out",
        "feels like yesterday",
        "31 Feb",
        "we haven't met in two days",
    ],
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert annotate(text, SAID) == (text, "")


def test_the_phrase_stays_and_the_date_is_added() -> None:
    assert annotate("I went yesterday.", SAID) == ("I went yesterday (14 May 2024).", "2024-05-14")
    assert annotate("It was in March.", SAID)[0] == "It was in March 2024."


def test_a_full_date_is_not_repeated() -> None:
    assert annotate("on 7 May 2023", SAID) == ("on 7 May 2023", "2023-05-07")


def test_without_a_day_nothing_is_resolved() -> None:
    assert annotate("yesterday", None) == ("yesterday", "")
