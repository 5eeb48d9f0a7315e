"""The words of a piece of evidence that answer each kind of question."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypermem_core.models.offline.values import DATE, iso_dates, normalised
from hypermem_core.retrieval.text import tokenize

KINDS: tuple[tuple[str, str], ...] = (
    ("how long", r"^(for )?how long\b|多久|多长时间"),
    ("how many", r"\bhow (many|often)\b|几[次个只种本件场位条张]|多少"),
    ("when", r"^(when|since when|until when|(on |in )?(what|which) (date|day|month|year))\b"),
    ("when", r"什么时候|何时|哪[一]?[天年月]|几月|几号"),
    ("where", r"^(from )?where\b|哪里|哪儿|在哪|什么地方|哪个城市"),
    ("who", r"^(who|whom|whose|with whom)\b|谁"),
    ("yes/no", r"^(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b"),
    ("yes/no", r"吗[？?]?$|是否|有没有|是不是"),
)
_STAMP = re.compile(r"^\[([^\]]*)\]\s*")
_AFTER = re.compile(r"\s*\(([^()]*\d{4}[^()]*)\)\s*$")
_LENGTH = re.compile(
    r"(?:(?:about|over|almost|nearly|more than) )?\b(?:\d+|a|an|a few|several|two|three|four|five|"
    r"six|seven|eight|nine|ten|twelve) (?:minute|hour|day|week|month|year|decade)s?\b"
    r"|[\d一二两三四五六七八九十半]+\s*(?:个)?(?:分钟|小时|天|周|星期|月|年)",
    re.I,
)
_NAMED_PLACE = re.compile(
    r"\b(?:in|at|to|from|near|around) ((?:the )?[A-Z][\w'’]*(?:[ -](?:of |the )?[A-Z][\w'’]*)*)"
)
_PLACE = re.compile(r"\b(?:in|at|to|from|near) ((?:the|a|an|her|his|their|my|our) (?:\w+ ?){1,3})")
_CHINESE_PLACE = re.compile(r"[在到去回从]([^，。！？\s的了]{2,8})")
_NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*\b")
_KIN = re.compile(
    r"\b(?:her|his|their|my|our) (?:\w+ )?(?:mother|mom|father|dad|sister|brother|friends?|wife|"
    r"husband|partner|daughter|son|aunt|uncle|cousin|neighbou?r|coach|teacher|boss|colleagues?|"
    r"grandmother|grandma|grandfather|grandpa|family|parents|kids)\b"
)
_NOT = re.compile(r"\b(?:not|never|no longer|cannot)\b|n['’]t\b|没|不", re.I)
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*(?=\S)")
_CJK_CLAUSES = re.compile(r"[，。！？；]")
CJK_LIMIT = 30  # a longer Chinese sentence is cut to its clause
_MONTHS = {"January", "February", "March", "April", "May", "June", "July", "August"}
_NO_NAMES = _MONTHS | {"September", "October", "November", "December", "I", "The", "She", "He"}


def kind_of(question: str) -> str:
    """Return what a question asks for: when, where, who, how many, how long, yes/no or what."""
    text = question.strip().lower()
    return next((kind for kind, pattern in KINDS if re.search(pattern, text)), "what")


def parts(line: str) -> tuple[str, str, str]:
    """Return a line of evidence as (date said, text, date of the event), dates maybe empty."""
    stamp, after = _STAMP.match(line), _AFTER.search(line)
    body = _AFTER.sub("", _STAMP.sub("", line)).strip()
    return (stamp[1] if stamp else "", body, after[1] if after else "")


def when(question: str, line: str) -> str:
    """Return the date of the event: resolved, else stated in the text, else when it was said."""
    said, body, event = parts(line)
    stated = DATE.search(iso_dates(body))
    return event or (_as_written(body, stated[0]) if stated else said)


def _as_written(body: str, iso: str) -> str:
    # The shortest run of words that normalises to the date is how the text spells it.
    words = body.split()
    for size in range(1, 5):
        for start in range(len(words) - size + 1):
            run = " ".join(words[start : start + size]).strip(".,;:!?()")
            if iso_dates(run).strip() == iso:
                return run
    return iso


def where(question: str, line: str) -> str:
    """Return the place a line names that the question does not."""
    body = parts(line)[1]
    for pattern in (_NAMED_PLACE, _PLACE, _CHINESE_PLACE):
        for match in pattern.finditer(body):
            if match[1].strip().lower() not in question.lower():
                return match[1].strip()
    return what(question, line)


def who(question: str, line: str) -> str:
    """Return the person a line names that the question does not."""
    body = parts(line)[1]
    known = question.lower()
    names = [n for n in _NAME.findall(body) if n.lower() not in known and n not in _NO_NAMES]
    kin = _KIN.search(body)
    if names:
        return str(names[0])
    return kin[0] if kin else what(question, line)


def how_long(question: str, line: str) -> str:
    """Return the duration a line states."""
    found = _LENGTH.search(parts(line)[1])
    return found[0] if found else what(question, line)


def number(question: str, line: str) -> str:
    """Return the number a line states of what is counted in the question, or nothing."""
    asked = set(tokenize(question))
    words = normalised(parts(line)[1])
    for match in re.finditer(r"(?<![\d-])(\d{1,3}(?:\.\d+)?)(?![\d-])\s*", words):
        following = " ".join(words[match.end() :].split()[:3])[:40]
        if asked & set(tokenize(following)):
            return match[1]
    return ""


def yes_or_no(question: str, line: str) -> str:
    """Return yes, or no where only the line denies."""
    chinese = re.search(r"[\u4e00-\u9fff]", question)
    denied = bool(_NOT.search(parts(line)[1])) and not _NOT.search(question)
    if chinese:
        return "没有" if denied else "是的"
    return "No" if denied else "Yes"


def _closest(asked: set[str], pieces: list[str]) -> str:
    return max(pieces, key=lambda piece: len(asked & set(tokenize(piece)))).strip()


def what(question: str, line: str) -> str:
    """Return the part of a line's best sentence that the question does not already say."""
    body = parts(line)[1]
    asked = set(tokenize(question))
    best = _closest(asked, _SENTENCES.split(body))
    if len(best) > CJK_LIMIT and _CJK_CLAUSES.search(best):
        best = _closest(asked, _CJK_CLAUSES.split(best))
    words = best.split()
    last = max((i for i, word in enumerate(words) if asked & set(tokenize(word))), default=-1)
    rest = words[last + 1 :]
    useful = tokenize(" ".join(rest))
    return " ".join(rest if useful and last >= 0 else words[:30]).strip(" .,!?;:，。！？")


SPANS: dict[str, Callable[[str, str], str]] = {
    "when": when,
    "where": where,
    "who": who,
    "how long": how_long,
    "yes/no": yes_or_no,
    "what": what,
}
