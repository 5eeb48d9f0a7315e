"""Arithmetic on dates, and how a resolved date is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = (
    "January February March April May June July August September October November December".split()
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
VAGUE = frozenset({"few", "several"})


@dataclass(frozen=True, slots=True)
class When:
    """A resolved date: ISO day, month or year, and the words that state it."""

    iso: str
    label: str


def on_day(day: date, about: str = "") -> When:
    """Return a single day, `7 May 2023`."""
    return When(day.isoformat(), f"{about}{day.day} {MONTHS[day.month - 1]} {day.year}")


def in_week(day: date, about: str = "") -> When:
    """Return the week (from Monday) that holds a day."""
    monday = day - timedelta(days=day.weekday())
    return on_day(monday, f"{about}week of ")


def in_weekend(saturday: date) -> When:
    """Return the weekend that begins with a Saturday."""
    return on_day(saturday, "weekend of ")


def in_month(day: date, about: str = "") -> When:
    """Return the month of a day, `May 2023`."""
    return When(f"{day:%Y-%m}", f"{about}{MONTHS[day.month - 1]} {day.year}")


def in_year(year: int, about: str = "") -> When:
    """Return a year."""
    return When(f"{year:04d}", f"{about}{year}")


def shift_months(day: date, months: int) -> date:
    """Return the first of the month so many months later."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def weekday(today: date, number: int, direction: int) -> date:
    """Return the nearest such weekday before (-1) or after (1) today; 0 may be today itself."""
    if direction < 0:
        return today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    start = today + timedelta(days=1) if direction > 0 else today
    return start + timedelta(days=(number - start.weekday()) % 7)


def ago(today: date, amount: int, unit: str, sign: int = -1, vague: bool = False) -> When:
    """Return what lies so many days, weeks, months or years before (or, sign 1, after) today."""
    about = "around " if vague else ""
    if unit == "day":
        return on_day(today + timedelta(days=sign * amount), about)
    if unit == "week":
        day = today + timedelta(days=sign * 7 * amount)
        return in_month(day, about) if vague else in_week(day)
    if unit == "weekend":
        return in_weekend(weekday(today, 5, -1) - timedelta(days=7 * (amount - 1)))
    if unit == "month":
        return in_month(shift_months(today, sign * amount), about)
    return in_year(today.year + sign * amount, about)
