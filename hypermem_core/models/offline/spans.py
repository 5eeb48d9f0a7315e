"""The words of a piece of evidence that answer each kind of question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from hypermem_core.models.offline.values import DATE, iso_dates, normalised, values
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
_SPEAKER = re.compile(r"^[A-Z]\w+: ")
_BRACKETS = re.compile(r"\s*\([^()]*\d{4}[^()]*\)")
_NAMED = re.compile(r"\bwhich\b|\bnames?\b|\bcalled\b|\bwhom?\b", re.I)
_TITLE = re.compile(
    r"\b(?!(?:And|But|So|The|In|On|At|Then)\b)[A-Z][\w'’]+(?: (?:of |the )?[A-Z][\w'’]+)*"
)
_DAYS = frozenset(
    tokenize("Monday Tuesday Wednesday Thursday Friday Saturday Sunday yesterday today")
)
_OPENERS = frozenset("and but so because with that which who to for of was is were are".split())
_NUMERAL = (
    r"(?:\d[\d,.]*|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)"
)
_AMOUNT = rf"\b{_NUMERAL}(?:(?:,| and|) (?:a half|{_NUMERAL}|hundred|thousand|million))*"
_COLOURS = "red blue green yellow white black grey gray brown orange purple pink violet turquoise"
# What is asked for, and what such a thing looks like.
_TYPES = (
    (
        re.compile(r"\bcolou?r\b", re.I),
        re.compile(
            rf"\b(?:(?:dark|deep|light|pale|bright) )?(?:{'|'.join(_COLOURS.split())})\b", re.I
        ),
    ),
    (re.compile(r"\b(?:what|which) year\b", re.I), re.compile(r"\b1[0-9]\d\d\b|\b20\d\d\b")),
    (
        re.compile(r"\bhow (?:much|old|far|tall|big|deep|high)\b|\b(?:time|number)\b", re.I),
        re.compile(rf"{_AMOUNT}(?: (?!and\b|of\b)[a-z]+)?", re.I),
    ),
)
_PART_OF = re.compile(r"(?:out )?of (?:the|them)\b")
_HEDGED = re.compile(r"\blikely\b|\bprobably\b", re.I)
USUAL = 0.2  # share of the lines that hold a speaker's name
FEW = 10  # lines too few to tell who the speakers are
LIMIT = 12  # words of a span, at most
LONG = 3  # terms beyond which a longer run is no better
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
    near = _closest(set(tokenize(question)), sentences(body) or [body])
    return event or dated_inside(near) or dated_inside(body) or said


def dated_inside(body: str) -> str:
    """Return the date a text states, a resolved one in brackets first; empty if there is none."""
    inside = _BRACKETS.search(body)
    stated = DATE.search(iso_dates(body))
    if inside:
        return inside[0].strip(" ()")
    return _as_written(body, stated[0]) if stated else ""


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
    inside = names(question, line)
    if inside:
        return inside[0]
    kin = _KIN.search(body)
    opening = [n for n in _NAME.findall(body) if n.lower() not in known and _is_name(n)]
    if opening and not kin:
        return str(opening[0])
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
        clause = re.split(r"[.,;:!?()，。！？]", words[match.end() :])[0]
        following = " ".join(clause.split()[:3])[:40]
        if match[1] in values(question):
            continue
        if _PART_OF.match(clause) or asked & set(tokenize(following)):
            return match[1]
    return ""


def yes_or_no(question: str, line: str) -> str:
    """Return yes, or no where only the line denies."""
    chinese = re.search(r"[\u4e00-\u9fff]", question)
    denied = bool(_NOT.search(parts(line)[1])) and not _NOT.search(question)
    if chinese:
        return "没有" if denied else "是的"
    plain = "No" if denied else "Yes"
    return f"Likely {plain.lower()}" if _HEDGED.search(question) else plain


def sentences(body: str) -> list[str]:
    """Return the sentences of a text without the `Name:` of who says it."""
    found = _SENTENCES.split(_SPEAKER.sub("", body))
    return [piece.strip() for piece in found if piece.strip()]


def wants_a_name(question: str) -> bool:
    """Tell whether a question asks which of its kind, or what something is called."""
    return bool(_NAMED.search(question))


def _is_name(words: str) -> bool:
    found = set(tokenize(words))
    return bool(found) and words not in _NO_NAMES and not found & _DAYS


def names(question: str, line: str) -> list[str]:
    """Return the names a line states that the question does not, not those that open sentences."""
    known = set(tokenize(question))
    found: dict[str, None] = {}
    for piece in sentences(parts(line)[1]):
        for match in _TITLE.finditer(_BRACKETS.sub("", piece)):
            name = match[0].strip()
            opens = match.start() == 0 and " " not in name
            if opens or not _is_name(name) or set(tokenize(name)) & known:
                continue
            found[name] = None
    return list(found)


def usual_names(lines: Sequence[str]) -> str:
    """Return the names most lines hold: the speakers', which seldom answer anything."""
    seen = Counter(name for line in lines for name in set(_NAME.findall(parts(line)[1])))
    often = [n for n, times in seen.items() if times > USUAL * len(lines) and _is_name(n)]
    return " ".join(often) if len(lines) >= FEW else ""


def _closest(asked: set[str], pieces: list[str]) -> str:
    return max(pieces, key=lambda piece: len(asked & set(tokenize(piece)))).strip()


def _runs(asked: set[str], words: list[str]) -> list[list[str]]:
    """Return the runs of words that hold no word of the question."""
    runs: list[list[str]] = [[]]
    for word in words:
        if asked & set(tokenize(word)):
            runs.append([])
        else:
            runs[-1].append(word)
    return [run for run in runs if tokenize(" ".join(run))]


def what(question: str, line: str) -> str:
    """Return the part of a line's best sentence that the question does not already say."""
    pieces = sentences(_BRACKETS.sub("", parts(line)[1])) or [line]
    asked = set(tokenize(question))
    best = _closest(asked, pieces)
    if len(best) > CJK_LIMIT and _CJK_CLAUSES.search(best):
        best = _closest(asked, _CJK_CLAUSES.split(best))
    runs = _runs(asked, best.split())
    if not runs:  # the sentence only echoes the question: the next one goes on
        after = pieces[pieces.index(best) + 1 :] if best in pieces else []
        runs = [after[0].split()] if after else [best.split()]
    # A later run wins a tie: what is new follows what is known.
    new = [min(len(tokenize(" ".join(run))), LONG) for run in runs]
    run = runs[max(range(len(runs)), key=lambda i: (new[i], i))]
    return _trimmed(run[:LIMIT])


def _trimmed(words: list[str]) -> str:
    while len(words) > 1 and words[0].lower().strip(",") in _OPENERS:
        words = words[1:]
    return " ".join(words).strip(" .,!?;:，。！？")


def _typed(question: str, line: str) -> str:
    """Return the colour, amount, number, year or age a line states, if that is asked for."""
    body = _BRACKETS.sub("", parts(line)[1])
    for asked, given in _TYPES:
        if asked.search(question):
            for found in given.finditer(body):
                if found[0].lower() not in question.lower():
                    return found[0]
    return ""


def which(question: str, line: str) -> str:
    """Return what a line names, where a name is asked for; else what it says."""
    typed = _typed(question, line)
    found = names(question, line) if wants_a_name(question) and not typed else []
    return typed or (found[0] if found else what(question, line))


SPANS: dict[str, Callable[[str, str], str]] = {
    "when": when,
    "where": where,
    "who": who,
    "how long": how_long,
    "yes/no": yes_or_no,
    "what": which,
}
