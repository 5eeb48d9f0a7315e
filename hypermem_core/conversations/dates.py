"""Dates as people and programs write them → naive datetimes, never through the system locale."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache

from dateutil import parser as dateutil_parser

from hypermem_core.conversations.findings import Findings

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_LOCOMO = re.compile(
    r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE
)
_CHINESE = re.compile(
    r"(\d{4})年(\d{1,2})月(\d{1,2})[日号]?\D{0,8}?(?:(上午|下午|晚上|中午|早上|凌晨)\s*)?"
    r"(?:(\d{1,2})[:：点时](\d{1,2})?[分]?(?::\d{2})?)?"
)
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?|\d{12,13}")
_ZONE = re.compile(r"(?:\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\b")
_FIRST = re.compile(r"(?<!\d)0?1(?!\d)|\d{8}")
# Two defaults that differ in every part: a part missing from the text shows as a difference.
_DEFAULTS = (datetime(2000, 1, 1), datetime(2004, 2, 2))


@lru_cache(maxsize=4096)  # a transcript asks three times about each line
def parse_date(text: str, day_first: bool = False) -> datetime | None:
    """Return the date and time a text states, or None; at least year and month must be there."""
    text = re.sub(r"[\u200e\u200f]", "", text).strip().strip(",;.")
    text = re.sub(r"[\u00a0\u2009\u202f]", " ", text)
    if not any(char.isdigit() for char in text) or len(text) > 80:
        return None
    return _locomo(text) or _chinese(text) or _free(text, day_first)


def _locomo(text: str) -> datetime | None:
    match = _LOCOMO.fullmatch(text)
    if match is None or match[5].lower() not in MONTHS:
        return None
    hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
    month = MONTHS.index(match[5].lower()) + 1
    return _make(int(match[6]), month, int(match[4]), hour, int(match[2]))


def _chinese(text: str) -> datetime | None:
    match = _CHINESE.fullmatch(text)
    if match is None:
        return None
    hour, minute = int(match[5] or 0), int(match[6] or 0)
    if match[4] in ("下午", "晚上") and hour < 12:
        hour += 12
    return _make(int(match[1]), int(match[2]), int(match[3]), hour, minute)


def _make(year: int, month: int, day: int, hour: int, minute: int) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute)
    except ValueError:  # 31 June, 25:00
        return None


def _free(text: str, day_first: bool) -> datetime | None:
    if re.match(r"\d{4}-\d{1,2}-\d{1,2}", text):
        day_first = False  # ISO: dateutil would otherwise read 2024-03-04 as the 3rd of April
    try:
        first, second = (
            dateutil_parser.parse(text, default=default, ignoretz=True, dayfirst=day_first)
            for default in _DEFAULTS
        )
    except (ValueError, ArithmeticError, TypeError):  # all of which dateutil lets out
        return None
    if (first.year, first.month) != (second.year, second.month):
        return None
    return first


def reads_day_first(texts: Iterable[str]) -> bool | None:
    """Say whether 03/04/2024 is 3 April, judged by all dates of a file; None if nothing tells."""
    dotted = False
    for text in texts:
        for first, mark, second, _ in _NUMERIC.findall(text):
            if int(first) > 12:
                return True
            if int(second) > 12:
                return False
            dotted = dotted or mark == "."
    return True if dotted else None


class DateReader:
    """Reads one file's dates and reports those it cannot read or had to guess."""

    def __init__(self, findings: Findings, texts: Iterable[str] = ()) -> None:
        self._findings = findings
        self._day_first = reads_day_first(texts)

    def read(self, value: object, where: str) -> datetime | None:
        """Return a date from text or an epoch number (s or ms); None, reported, if unreadable."""
        text = "" if value is None else str(value).strip()
        if not text:
            return None
        if not isinstance(value, bool) and _EPOCH.fullmatch(text):
            return self._epoch(float(text), where)
        time = parse_date(text, bool(self._day_first))
        if time is None:
            self._findings.add("unparseable_dates", f"{where}: {text!r}", "dropped")
        else:
            self._report_guesses(text, time, where)
        return time

    def _epoch(self, number: float, where: str) -> datetime:
        self._findings.add("epoch_times_read_as_utc", f"{where}: {number:.15g}", "guessed")
        seconds = number / 1000 if number >= 1e11 else number
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None, microsecond=0)

    def _report_guesses(self, text: str, time: datetime, where: str) -> None:
        match = _NUMERIC.search(text)
        unclear = match and int(match[1]) <= 12 and int(match[3]) <= 12 and match[1] != match[3]
        if unclear and self._day_first is None:
            self._findings.add(
                "ambiguous_dates", f"{where}: {text!r} read as {time:%Y-%m-%d}", "guessed"
            )
        if time.day == 1 and not _FIRST.search(text):
            self._findings.add("dates_without_day", f"{where}: {text!r} read as the 1st", "guessed")
        if _ZONE.search(text):
            self._findings.add("time_zones_dropped", f"{where}: {text!r}", "noted")
