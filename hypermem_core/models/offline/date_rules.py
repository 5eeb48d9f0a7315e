"""The rules that resolve English date phrases, in the order in which they claim text."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from hypermem_core.models.offline.calendar_words import (
    MONTHS,
    NUMBERS,
    VAGUE,
    WEEKDAYS,
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

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], date, bool | None], When | None]]

_DAYS = r"(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_MON = r"(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)"
_MONTH = r"(january|february|march|april|may|june|july|august|september|october|november|december)"
_ANY_MONTH = rf"(?:{_MONTH}|{_MON}\.?)"
_NUM = (
    r"(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:a )?couple(?: of)?|(?:a )?few|several)"
)
_WHICH = "this past|this coming|last|next|this|coming|previous|past"
_UNIT = r"(day|weekend|week|month|year)s?"
_PART = r"(?: (?:morning|afternoon|evening|night))?"
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}


def _future(ahead: bool | None, qualifier: str) -> bool:
    return qualifier in {"next", "coming", "upcoming"} or (
        ahead is True and qualifier not in {"last", "past", "this past", "previous"}
    )


def _day_number(word: str) -> int:
    return next(i for i, day in enumerate(WEEKDAYS) if day.startswith(word.lower()[:3]))


def _month_number(match: re.Match[str], long: int, short: int) -> int:
    word = (match.group(long) or match.group(short)).lower()[:3]
    return next(i for i, month in enumerate(MONTHS, 1) if month.lower().startswith(word))


def _plain_day(offset: int) -> Callable[[re.Match[str], date, bool | None], When | None]:
    return lambda match, today, ahead: on_day(today + timedelta(days=offset))


def _last_night(match: re.Match[str], today: date, ahead: bool | None) -> When:
    return on_day(today - timedelta(days=1))


def _weekday(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    qualifier = " ".join((match.group(1) or "").lower().split())
    number = _day_number(match.group(2))
    if qualifier in {"", "on", "this"}:
        if ahead:
            return on_day(weekday(today, number, 0))
        past = weekday(today, number, -1)
        return on_day(today if today.weekday() == number and qualifier == "this" else past)
    return on_day(weekday(today, number, 1 if _future(False, qualifier) else -1))


def _weekend(match: re.Match[str], today: date, ahead: bool | None) -> When:
    qualifier = (match.group(1) or "").lower()
    on_weekend = today.weekday() >= 5
    this = weekday(today, 5, 0) if today.weekday() != 6 else today - timedelta(days=1)
    if qualifier in {"next", "following"}:
        return in_weekend(this + timedelta(days=7) if on_weekend else this)
    if qualifier in {"this", "the", "coming", "this coming"}:
        back = 0 if ahead or on_weekend or "coming" in qualifier else 7
        return in_weekend(this - timedelta(days=back))
    return in_weekend(this - timedelta(days=7))


def _period(match: re.Match[str], today: date, ahead: bool | None) -> When:
    qualifier, unit = match.group(1).lower(), match.group(2).lower()
    step = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1}.get(qualifier, 0)
    if unit == "week":
        return in_week(today + timedelta(days=7 * step))
    if unit == "month":
        return in_month(shift_months(today, step))
    return in_year(today.year + step)


def _before_last(match: re.Match[str], today: date, ahead: bool | None) -> When:
    return ago(today, 2, match.group(1).lower())


def _week_before(match: re.Match[str], today: date, ahead: bool | None) -> When:
    return ago(today, 1, match.group(1).lower())


def _ago(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    words = match.group(1).lower().replace(" of", "").split()
    count = NUMBERS.get(words[-1]) or (int(words[-1]) if words[-1].isdigit() else 1)
    unit = match.group(2).lower()
    if unit == "year" and count >= today.year:
        return None
    return ago(today, count, unit, vague=words[-1] in VAGUE)


_DONE = re.compile(
    r"n't|\b(?:not|never|have|has|had|been|read|learnt|lost|did|wrote|built|\w{2,20}ed)\b",
    re.IGNORECASE,
)


def _ahead(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    words = match.group(1).lower().replace(" of", "").split()
    count = NUMBERS.get(words[-1]) or (int(words[-1]) if words[-1].isdigit() else 1)
    unit = match.group(2).lower()
    before = match.string[max(0, match.start() - 60) : match.start()]
    past = _DONE.search(before)  # `we have not met in two weeks`, `read it in two days`
    return None if unit == "weekend" or past else ago(today, count, unit, 1, words[-1] in VAGUE)


def _season(match: re.Match[str], today: date, ahead: bool | None) -> When:
    qualifier, season = match.group(1).lower(), match.group(2).lower()
    year, first = today.year, _SEASONS[season]
    if qualifier == "last" and today.month < first + 3:
        year -= 1
    elif qualifier == "next" and today.month >= first:
        year += 1
    return When(f"{year:04d}-{first:02d}", f"{season} {year}")


_LOOKS_BACK = {"last", "since", "back"}
_DEADLINES = {"by", "until"}


def _nearest_year(month: int, today: date, ahead: bool | None, qualifier: str) -> int:
    until = (month - today.month) % 12
    if ahead is None and qualifier not in _LOOKS_BACK:
        # No tense says where it looks: the nearest one, which a deadline never has behind it.
        ahead = bool(until) and (qualifier in _DEADLINES or until < 6)
    if _future(ahead, qualifier):
        return today.year + (month < today.month or (month == today.month and qualifier == "next"))
    return today.year - (month > today.month or (month == today.month and qualifier == "last"))


def _month(match: re.Match[str], today: date, ahead: bool | None) -> When:
    month = _month_number(match, 2, 3)
    words = match.group(1).lower().split()
    qualifier = "back" if words[0] == "back" else words[-1]
    return in_month(date(_nearest_year(month, today, ahead, qualifier), month, 1))


def _full(day: str, month: int, year: str | None, today: date, ahead: bool | None) -> When | None:
    number = int(year) if year else _nearest_year(month, today, ahead, "")
    try:
        return on_day(date(number, month, int(day)))
    except ValueError:
        return None


def _day_first(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    return _full(match.group(1), _month_number(match, 2, 3), match.group(4), today, ahead)


def _month_first(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    return _full(match.group(3), _month_number(match, 1, 2), match.group(4), today, ahead)


def _iso(match: re.Match[str], today: date, ahead: bool | None) -> When | None:
    return (
        _full(match.group(3), int(match.group(2)), match.group(1), today, ahead)
        if (1 <= int(match.group(2)) <= 12)
        else None
    )


def _month_year(match: re.Match[str], today: date, ahead: bool | None) -> When:
    return in_month(date(int(match.group(3)), _month_number(match, 1, 2), 1))


def _month_of_year(match: re.Match[str], today: date, ahead: bool | None) -> When:
    step = {"last": -1, "next": 1}.get(match.group(3).lower(), 0)
    return in_month(date(today.year + step, _month_number(match, 1, 2), 1))


def _year(match: re.Match[str], today: date, ahead: bool | None) -> When:
    return in_year(int(match.group(1)))


def _rule(pattern: str, resolve: Callable[[re.Match[str], date, bool | None], When | None]) -> Rule:
    return re.compile(rf"\b{pattern}\b", re.IGNORECASE), resolve


# The first rule that claims a stretch of text keeps it.
RULES: tuple[Rule, ...] = (
    _rule(r"(\d{4})-(\d{2})-(\d{2})", _iso),
    _rule(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_ANY_MONTH}(?:,? (\d{{4}}))?", _day_first),
    _rule(rf"{_ANY_MONTH} (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?", _month_first),
    _rule(rf"{_ANY_MONTH},? (\d{{4}})", _month_year),
    _rule(rf"{_ANY_MONTH} (?:of )?(last|this|next) year", _month_of_year),
    _rule(r"(?:the )?day before yesterday", _plain_day(-2)),
    _rule(r"(?:the )?day after tomorrow", _plain_day(2)),
    _rule(rf"yesterday{_PART}", _plain_day(-1)),
    _rule(rf"tomorrow{_PART}", _plain_day(1)),
    _rule(r"last night", _last_night),
    _rule(r"(?:today|tonight|this (?:morning|afternoon|evening)|earlier today)", _plain_day(0)),
    _rule(r"(?:the )?(weekend|week|month|year) before last", _before_last),
    _rule(rf"{_NUM} {_UNIT} (?:ago|back|before|earlier)", _ago),
    _rule(rf"in {_NUM} {_UNIT}(?: time)?", _ahead),
    _rule(rf"(?:on )?({_WHICH}|on)? ?{_DAYS}{_PART}", _weekday),
    _rule(rf"(?:over |on |at |during )?({_WHICH}|the|following) weekend", _weekend),
    _rule(r"(?:earlier |later )?(last|this|next|previous|coming|past) (week|month|year)", _period),
    _rule(r"the (day|week|month|year) before", _week_before),
    _rule(r"(last|this|next) (spring|summer|fall|autumn|winter)", _season),
    _rule(
        rf"((?:back )?in|last|next|this|since|early|late|mid|until|by|during|of|for) {_ANY_MONTH}",
        _month,
    ),
    _rule(r"(?:in|since|back in|from|during|of|summer|spring|fall|winter) ((?:19|20)\d{2})", _year),
)  # fmt: skip
