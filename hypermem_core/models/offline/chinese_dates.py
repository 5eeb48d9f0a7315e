"""Finds relative dates in Chinese (昨天, 上周六, 下个月) and resolves them."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypermem_core.models.offline.calendar_words import (
    When,
    ago,
    in_month,
    in_week,
    in_weekend,
    in_year,
    on_day,
    shift_months,
    weekday,
)

_NUMBER = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMBER |= {"十": 10, "十一": 11, "十二": 12, "几": 3, "半": 1}
_DAYS = {"大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "昨日": -1, "今天": 0, "今晚": 0}
_DAYS |= {"今早": 0, "今日": 0, "明天": 1, "明晚": 1, "明日": 1, "后天": 2, "大后天": 3}
_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_WEEKS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_N = r"(\d{1,3}|十[一二]?|[一二两三四五六七八九几])"
_UNITS = {"天": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}

_DAY = re.compile("大前天|大后天|前天|昨天|昨晚|昨日|今天|今晚|今早|今日|明天|明晚|明日|后天")
_FULL = re.compile(
    rf"(?:(\d{{4}})年|(前年|去年|今年|明年))?{_N}月(\d{{1,2}}|[二三]?十?[一二三四五六七八九十])[日号]"
)
_MONTH = re.compile(rf"(?:(\d{{4}})年|(前年|去年|今年|明年))?(?<![个\d]){_N}月(?!前|后|\d)")
_YEAR = re.compile(r"(\d{4})年|前年|去年|今年|明年|后年")
_WEEKDAY = re.compile(r"(上上|下下|上|这|本|下)?(?:个)?(?:周|星期|礼拜)([一二三四五六日天末])")
_WEEK = re.compile(r"(上上|下下|上|这|本|下)(?:一)?个?(?:周|星期|礼拜)")
_MONTHS = re.compile(r"(上上|下下|上|这|本|下)个?月")
_AGO = re.compile(rf"{_N}个?(天|周|星期|礼拜|月|年)(?:多|半)?(?:以|之)?(前|后)")

Span = tuple[int, int, When, bool]


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    if text in _NUMBER:
        return _NUMBER[text]
    tens, _, ones = text.partition("十")
    return _NUMBER.get(tens, 1) * 10 + _NUMBER.get(ones, 0)


def _year_of(match: re.Match[str], today: date) -> int:
    if match.group(1):
        return int(match.group(1))
    return today.year + _YEARS.get(match.group(2) or "今年", 0)


def _day(match: re.Match[str], today: date) -> When:
    return on_day(today + timedelta(days=_DAYS[match.group()]))


def _full(match: re.Match[str], today: date) -> When:
    return on_day(date(_year_of(match, today), _number(match.group(3)), _number(match.group(4))))


def _month(match: re.Match[str], today: date) -> When:
    return in_month(date(_year_of(match, today), _number(match.group(3)), 1))


def _year(match: re.Match[str], today: date) -> When:
    return in_year(int(match.group(1)) if match.group(1) else today.year + _YEARS[match.group()])


def _weekday(match: re.Match[str], today: date) -> When | None:
    monday = today - timedelta(days=today.weekday())
    shift = timedelta(days=7 * _WEEKS.get(match.group(1) or "这", 0))
    if match.group(2) == "末":
        return in_weekend(monday + timedelta(days=5) + shift) if match.group(1) else None
    number = "一二三四五六".find(match.group(2))
    number = 6 if number < 0 else number
    if match.group(1):
        return on_day(monday + timedelta(days=number) + shift)
    return on_day(weekday(today + timedelta(days=1), number, -1))


def _week(match: re.Match[str], today: date) -> When:
    return in_week(today + timedelta(days=7 * _WEEKS[match.group(1)]))


def _months(match: re.Match[str], today: date) -> When:
    return in_month(shift_months(today, _WEEKS[match.group(1)]))


def _ago(match: re.Match[str], today: date) -> When:
    sign = -1 if match.group(3) == "前" else 1
    vague = match.group(1) == "几"
    return ago(today, _number(match.group(1)), _UNITS[match.group(2)], sign, vague)


_RULES = (
    (_FULL, _full),
    (_DAY, _day),
    (_AGO, _ago),
    (_WEEKDAY, _weekday),
    (_WEEK, _week),
    (_MONTH, _month),
    (_MONTHS, _months),
    (_YEAR, _year),
)


def find(text: str, today: date) -> list[Span]:
    """Return (start, end, date, stated in full) of every Chinese date phrase."""
    found: list[Span] = []
    for pattern, resolve in _RULES:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end, _, _ in found):
                continue
            try:
                when = resolve(match, today)
            except (ValueError, OverflowError):
                continue  # such as 13月, or a year the calendar does not have
            if when:
                stated = match.group()[:4].isdigit()
                found.append((match.start(), match.end(), when, stated))
    return found


def label(when: When) -> str:
    """Return a resolved date as Chinese text writes it, `2023年7月14日`."""
    parts = [str(int(part)) for part in when.iso.split("-")]
    text = "".join(part + mark for part, mark in zip(parts, "年月日", strict=False))
    if when.label.startswith("weekend"):
        return text + "的周末"
    if "week of" in when.label:
        return text + "那周"
    return text + "左右" if when.label.startswith("around") else text
