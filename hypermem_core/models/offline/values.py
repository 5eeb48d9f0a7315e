"""Dates and numbers in one spelling: 7 May 2023 = May 7, 2023 = 2023-05-07, seven = 7."""

from __future__ import annotations

import re

MONTHS = (
    "january february march april may june july august september october november december"
).split()
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_DAY_FIRST = re.compile(rf"\b{_DAY}\s*(?:of\s+)?{_MONTH}\s*,?\s*(\d{{4}})\b", re.I)
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+{_DAY}\s*,?\s+(\d{{4}})\b", re.I)
_MONTH_ONLY = re.compile(rf"\b{_MONTH}\s*,?\s+(?:of\s+)?(\d{{4}})\b", re.I)
_CHINESE_DAY = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]")
_CHINESE_MONTH = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月")
_CHINESE_YEAR = re.compile(r"(\d{4})\s*年")
DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b|\b(?:19|20)\d\d\b")
VALUE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b|\d+(?:\.\d+)?")

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()
NUMBERS = {word: str(value) for value, word in enumerate(_UNITS)}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70}
_TENS |= {"eighty": 80, "ninety": 90}
NUMBERS |= {word: str(value) for word, value in _TENS.items()} | {"hundred": "100"}
NUMBERS |= {"once": "1 time", "twice": "2 times"}
_NUMBER_WORD = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.I)
_JOINED = re.compile(rf"\b({'|'.join(_TENS)})[- ]({'|'.join(_UNITS[1:10])})\b", re.I)
_HUNDREDS = re.compile(
    rf"\b(an?|{'|'.join(_UNITS[1:10])}|[1-9]) hundred(?: and)?(?: (\d{{1,2}}))?\b", re.I
)
_HUNDRED_WORDS = re.compile(
    rf"\b(hundred (?:and )?)({'|'.join(_UNITS[1:])}|{'|'.join(_TENS)})\b", re.I
)
_CHINESE_DIGITS = {c: str(i) for i, c in enumerate("零一二三四五六七八九十")} | {"两": "2"}
# Only before a measure word: 一 is also the first half of 一起 and 一定.
_CHINESE_NUMBER = re.compile(
    r"(?<![十一二三四五六七八九])([一二两三四五六七八九十])(?=[次个只种年月天本件场位岁周条张])"
)


def _month(name: str) -> int:
    return next(i for i, month in enumerate(MONTHS, 1) if month.startswith(name[:3].lower()))


def iso_dates(text: str) -> str:
    """Return the text with every full date and month spelt as ISO."""

    def chinese(match: re.Match[str]) -> str:
        year, *rest = match.groups()
        return "-".join([year, *(f"{int(part):02}" for part in rest)]) + " "

    def western(match: re.Match[str], month: int, day: int | None, year: int) -> str:
        spelt = f"{match[year]}-{_month(match[month]):02}"
        return spelt if day is None else f"{spelt}-{int(match[day]):02}"

    for pattern in (_CHINESE_DAY, _CHINESE_MONTH, _CHINESE_YEAR):
        text = pattern.sub(chinese, text)
    text = _DAY_FIRST.sub(lambda m: western(m, 2, 1, 3), text)
    text = _MONTH_FIRST.sub(lambda m: western(m, 1, 2, 3), text)
    return _MONTH_ONLY.sub(lambda m: western(m, 1, None, 2), text)


def normalised(text: str) -> str:
    """Return the text with dates as ISO and number words as digits."""
    text = _CHINESE_NUMBER.sub(lambda m: _CHINESE_DIGITS[m[1]], iso_dates(text))
    text = _JOINED.sub(lambda m: str(_TENS[m[1].lower()] + int(NUMBERS[m[2].lower()])), text)
    text = _HUNDRED_WORDS.sub(lambda m: f"{m[1]}{NUMBERS[m[2].lower()]}", text)
    text = _HUNDREDS.sub(_hundreds, text)
    return _NUMBER_WORD.sub(lambda m: NUMBERS[m[1].lower()], re.sub(r"(?<=\d),(?=\d{3})", "", text))


def _hundreds(match: re.Match[str]) -> str:
    """Return `two hundred and 5` as 205."""
    many = match[1].lower()
    count = 1 if many in {"a", "an"} else int(NUMBERS.get(many, many))
    return str(100 * count + int(match[2] or 0))


def values(text: str) -> list[str]:
    """Return the dates and numbers of a text, in order, each in its one spelling."""
    return VALUE.findall(normalised(text))
