import random
from datetime import datetime

import pytest

from hypermem_core.conversations.dates import DateReader, parse_date, reads_day_first
from hypermem_core.conversations.findings import Findings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9)),
        ("12:48 pm on 1 February, 2023", datetime(2023, 2, 1, 12, 48)),
        ("2024-03-04T05:06:07Z", datetime(2024, 3, 4, 5, 6, 7)),
        ("Sunday, March 3rd 2024 at 7:30 PM", datetime(2024, 3, 3, 19, 30)),
        ("8 May, 2023", datetime(2023, 5, 8)),
        ("May 2023", datetime(2023, 5, 1)),
        ("14/10/2021, 3:34:09\u202fPM", datetime(2021, 10, 14, 15, 34, 9)),
        ("2024年3月5日 下午7:30", datetime(2024, 3, 5, 19, 30)),
    ],
)
def test_reads(text, expected):
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text", ["", "Unknown", "yesterday", "Sunday", "May 5", "2023", "10:15", "31 June, 2023"]
)
def test_no_date_is_none_and_never_today(text):
    assert parse_date(text) is None


def test_impossible_dates_in_locomo_shape():
    assert parse_date("1:56 pm on 31 June, 2023") is None


def test_day_first_only_for_ambiguous_numbers():
    assert parse_date("03/04/2024", day_first=True) == datetime(2024, 4, 3)
    assert parse_date("2024-03-04", day_first=True) == datetime(2024, 3, 4)


def test_one_clear_date_tells_the_order_of_all():
    assert reads_day_first(["03/04/24", "25/04/24"]) is True
    assert reads_day_first(["03/04/24", "04/25/24"]) is False
    assert reads_day_first(["03.04.2024"]) is True
    assert reads_day_first(["03/04/24"]) is None


def read(value, others=()):
    findings = Findings()
    return DateReader(findings, others).read(value, "here"), [f.kind for f in findings.done()]


def test_guesses_and_failures_are_reported():
    assert read("Unknown") == (None, ["unparseable_dates"])
    assert read("03/04/2024") == (datetime(2024, 3, 4), ["ambiguous_dates"])
    assert read("03/04/2024", ["25/04/2024"]) == (datetime(2024, 4, 3), [])
    assert read("2024-05-06T10:00:00+02:00") == (
        datetime(2024, 5, 6, 10),
        ["time_zones_dropped"],
    )
    assert read("May 2023") == (datetime(2023, 5, 1), ["dates_without_day"])
    assert read(None) == (None, [])


def test_epochs_in_seconds_and_milliseconds_are_the_same_moment():
    expected = (datetime(2023, 11, 14, 22, 13, 20), ["epoch_times_read_as_utc"])
    assert read(1700000000) == read("1700000000.25") == read(1700000000123) == expected


def test_scrambled_dates_never_raise():
    pieces = "1 13 2023 99 : / - . , am pm May Sunday T Z +01:00 at 年 月 1e5 nan h 00:00".split()
    pieces.append("9" * 20)
    draw = random.Random(1)
    for _ in range(1500):
        parse_date(draw.choice(["", " "]).join(draw.choices(pieces, k=draw.randint(1, 7))))
