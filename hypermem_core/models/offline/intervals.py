"""Writes a resolved date as ISO 8601 with what the phrase leaves open: day, week, interval."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypermem_core.models.offline.calendar_words import When

_PARTS = {
    "morning": ("T06:00", "T12:00"),
    "afternoon": ("T12:00", "T18:00"),
    "evening": ("T18:00", "T23:59"),
    "night": ("T18:00", "T23:59"),
}
_PART = re.compile(r"(morning|afternoon|evening|night)\b", re.IGNORECASE)
_SEASON = re.compile(r"\b(?:spring|summer|fall|autumn|winter)\b")


def iso_of(when: When, phrase: str = "") -> str:
    """Return `2023`, `2023-05`, `2023-W18`, `2023-05-07`, or an interval `start/end`."""
    if "weekend of" in when.label:
        return f"{when.iso}/{date.fromisoformat(when.iso) + timedelta(days=1)}"
    if "week of" in when.label:
        year, week, _ = date.fromisoformat(when.iso).isocalendar()
        return f"{year:04d}-W{week:02d}"
    if _SEASON.search(when.label):
        year, month = int(when.iso[:4]), int(when.iso[5:7])
        last = year * 12 + month + 1  # two months on, counted from month 0
        return f"{when.iso}/{last // 12:04d}-{last % 12 + 1:02d}"
    part = _PART.search(phrase)
    if part and len(when.iso) == 10:
        start, end = _PARTS[part.group(1).lower()]
        return f"{when.iso}{start}/{when.iso}{end}"
    return when.iso
