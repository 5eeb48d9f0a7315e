from datetime import datetime

import pytest

from hypermem_core.methods.hingemem.times import granularity, normalised, overlap, span

SAID = datetime(2024, 5, 8, 13, 0)  # a Wednesday


@pytest.mark.parametrize(
    ("iso", "name"),
    [
        ("2024", "year"),
        ("2024-05", "month"),
        ("2024-W19", "week"),
        ("2024-05-07", "day"),
        ("2024-05-04/2024-05-05", "day"),
        ("2024-05-07T18:00/2024-05-07T23:59", "part of day"),
        ("last week", ""),
    ],
)
def test_a_time_says_how_exact_it_is(iso: str, name: str) -> None:
    assert granularity(iso) == name


def test_a_span_covers_the_whole_of_it() -> None:
    assert span("2024-02") == (datetime(2024, 2, 1), datetime(2024, 2, 29, 23, 59, 59, 999999))
    assert span("2024-W19") == (datetime(2024, 5, 6), datetime(2024, 5, 12, 23, 59, 59, 999999))
    assert span("0001/2025") is not None
    for wrong in ("", "2024-13", "2024-02-30", "2024-W60", "2024/2023", "1/2/3", "soon"):
        assert span(wrong) is None


def test_times_overlap_when_they_share_a_moment() -> None:
    assert overlap("2024-05", "2024-05-31")
    assert overlap("2024-W19", "2024-05-12/2024-05-13")
    assert not overlap("2024-W19", "2024-05-13")
    assert not overlap("2024-05", "nonsense")


@pytest.mark.parametrize(
    ("said", "when", "iso"),
    [
        ("yesterday", "", "2024-05-07"),
        ("last week", "", "2024-W18"),
        ("last weekend", "", "2024-05-04/2024-05-05"),
        ("last month", "", "2024-04"),
        ("last night", "", "2024-05-07T18:00/2024-05-07T23:59"),
        ("last summer", "", "2023-06/2023-08"),
        ("yesterday", "2024-05-06", "2024-05-06"),  # what the reply worked out wins
        ("2024-05", "about then", "2024-05"),
        ("one day", "", ""),
    ],
)
def test_times_become_iso(said: str, when: str, iso: str) -> None:
    assert normalised(said, when, SAID) == iso
