"""Times as ISO 8601: granularity, the span each covers, and whether two overlap."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta
from typing import Literal

from hypermem_core.models.offline import dates
from hypermem_core.models.offline.intervals import iso_of

Granularity = Literal["", "year", "month", "week", "day", "part of day"]
_FORMS: tuple[tuple[Granularity, re.Pattern[str]], ...] = (
    ("year", re.compile(r"\d{4}")),
    ("month", re.compile(r"\d{4}-\d{2}")),
    ("week", re.compile(r"\d{4}-W\d{2}")),
    ("day", re.compile(r"\d{4}-\d{2}-\d{2}")),
    ("part of day", re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}(?::\d{2}){0,2}")),
)


def granularity(iso: str) -> Granularity:
    """Return how exact a time is, an interval as its start; empty for what is no ISO time."""
    start = iso.split("/")[0]
    return next((name for name, form in _FORMS if form.fullmatch(start)), "")


def span(iso: str) -> tuple[datetime, datetime] | None:
    """Return the first and the last moment of an ISO time or interval; None if it is none."""
    parts = iso.split("/")
    ends = [_span(part) for part in parts]
    first, last = ends[0], ends[-1]
    if first is None or last is None or len(parts) > 2 or first[0] > last[1]:
        return None
    return first[0], last[1]


def _span(part: str) -> tuple[datetime, datetime] | None:
    kind = granularity(part)
    try:
        if kind == "part of day":
            moment = datetime.fromisoformat(part)
            return moment, moment
        first, last = _days(kind, part)
    except ValueError:
        return None
    return datetime.combine(first, time.min), datetime.combine(last, time.max)


def _days(kind: Granularity, part: str) -> tuple[date, date]:
    """Return the first and last day of a plain time; ValueError for what no calendar has."""
    if kind == "year":
        return date(int(part), 1, 1), date(int(part), 12, 31)
    if kind == "month":
        year, month = int(part[:4]), int(part[5:])
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    if kind == "week":
        monday = date.fromisocalendar(int(part[:4]), int(part[6:]), 1)
        return monday, monday + timedelta(days=6)
    day = date.fromisoformat(part)
    return day, day


def overlap(left: str, right: str) -> bool:
    """Say whether two ISO times share a moment."""
    a, b = span(left), span(right)
    return a is not None and b is not None and a[0] <= b[1] and b[0] <= a[1]


def normalised(said: str, when: str, spoken: datetime | None) -> str:
    """Return a time in ISO 8601: as given if it is one, else resolved from the day it was said.

    Empty if it cannot be resolved.
    """
    if span(when.strip()) is not None:
        return when.strip()
    if span(said.strip()) is not None:
        return said.strip()
    found = dates.find(said, spoken)
    return iso_of(found[0].when, found[0].phrase) if found else ""
