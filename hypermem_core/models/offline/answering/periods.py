"""The days a date phrase covers: `the week before 9 June 2023`, `May 2023`, `weekend of 3 June`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from hypermem_core.models.offline.values import iso_dates

_ISO = r"(\d{4}(?:-\d{2}(?:-\d{2})?)?)"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_COUNT = {"": 1, "a ": 1, "one ": 1, "1 ": 1, "two ": 2, "2 ": 2, "three ": 3, "3 ": 3}
_PHRASE = re.compile(
    rf"^(?:(?:on|in|at|around|about|since|by|during|the) )*"
    rf"(?:(?P<count>(?:a |one |two |three |[123] )?)"
    rf"(?P<unit>week|weekend|day|month|{'|'.join(d[:3] + '(?:' + d[3:] + ')?' for d in _DAYS)})s? "
    rf"(?P<side>before|prior to|after|following|of) (?:the )?)?{_ISO}[\s.,`']*$"
)
WEEK = timedelta(days=7)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `first` to `last`, both in it."""

    first: date
    last: date

    def holds(self, other: Period) -> bool:
        """Tell whether every day of another period is in this one."""
        return self.first <= other.first and other.last <= self.last


def _plain(iso: str) -> Period:
    year, *rest = (int(part) for part in iso.split("-"))
    if len(rest) == 2:
        day = date(year, rest[0], rest[1])
        return Period(day, day)
    start = date(year, rest[0] if rest else 1, 1)
    after = date(year + (not rest or rest[0] == 12), 1 if not rest else rest[0] % 12 + 1, 1)
    return Period(start, after - DAY)


def _of(unit: str, day: date) -> Period:
    if unit == "week":  # said of the week's first day, or of any day in it
        return Period(day - timedelta(days=day.weekday()), day + 6 * DAY)
    if unit == "weekend":
        saturday = day + timedelta(days=(5 - day.weekday()) if day.weekday() < 6 else -1)
        return Period(saturday, saturday + DAY)
    return Period(day, day)


def _before(unit: str, count: int, day: date) -> Period:
    if unit == "week":  # the calendar week before, or the seven days before
        monday = day - timedelta(days=day.weekday()) - count * WEEK
        return Period(min(monday, day - count * WEEK), day - DAY - (count - 1) * WEEK)
    if unit == "weekend":
        sunday = day - timedelta(days=(day.weekday() + 1) % 7 or 7) - (count - 1) * WEEK
        saturday = sunday - DAY
        return Period(saturday, saturday + DAY)
    if unit == "month":
        return Period(day - count * timedelta(days=31), day - DAY)
    if unit == "day":
        return Period(day - count * DAY, day - count * DAY)
    back = (day.weekday() - _weekday(unit)) % 7 or 7
    found = day - timedelta(days=back) - (count - 1) * WEEK
    return Period(found, found)


def _weekday(unit: str) -> int:
    return next(i for i, name in enumerate(_DAYS) if name.startswith(unit[:3]))


def _after(unit: str, count: int, day: date) -> Period:
    if unit == "weekend":
        saturday = day + timedelta(days=(5 - day.weekday()) % 7 or 7) + (count - 1) * WEEK
        return Period(saturday, saturday + DAY)
    if unit in {"week", "month"}:
        size = WEEK if unit == "week" else timedelta(days=31)
        return Period(day + DAY + (count - 1) * size, day + count * size)
    if unit == "day":
        return Period(day + count * DAY, day + count * DAY)
    found = day + timedelta(days=(_weekday(unit) - day.weekday()) % 7 or 7) + (count - 1) * WEEK
    return Period(found, found)


def period(text: str) -> Period | None:
    """Return the days a text covers that is nothing but one date phrase; None for any other."""
    found = _PHRASE.match(" ".join(iso_dates(text).lower().replace(",", " ").split()))
    if not found:
        return None
    try:
        stated = _plain(found[4])
    except ValueError:
        return None
    unit, side = found["unit"], found["side"]
    if not unit or stated.first != stated.last:
        return None if unit else stated
    count = _COUNT[found["count"]]
    if side == "of":
        return _of(unit, stated.first)
    return (_before if side in {"before", "prior to"} else _after)(unit, count, stated.first)
