"""The names a sentence states, and who the speakers are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.offline.answering.lines import Line, terms
from hypermem_core.models.offline.values import MONTHS
from hypermem_core.models.offline.verbs import BASE
from hypermem_core.retrieval.text import STOP_WORDS, tokenize

USUAL = 0.2  # share of the lines that hold a speaker's name
FEW = 10  # lines too few to tell who the speakers are
_TITLE = re.compile(
    r"[\"“]([^\"”]{2,60})[\"”]|"
    r"\b(?!(?:And|But|So|The|In|On|At|Then)\b)(?:(?:Mr|Mrs|Ms|Dr|St)\. )?[A-Z][\w'’]*\w"
    r"(?:(?:[- ](?:of|the|de|by|and the|in the|&))?[- ][A-Z][\w'’]*\w)*"
)
_DAYS = frozenset(
    tokenize("Monday Tuesday Wednesday Thursday Friday Saturday Sunday yesterday today")
)
_NO_NAMES = frozenset(month.capitalize() for month in MONTHS)
_NAMED = re.compile(r"\bwhich\b|\bnames?\b|\bcalled\b|\btitle\b|\bwhom?\b", re.I)


def wants_a_name(question: str) -> bool:
    """Tell whether a question asks which of its kind, or what something is called."""
    return bool(_NAMED.search(question))


def is_name(words: str) -> bool:
    """Tell whether a run of capitalised words is a name, no day, month or common opener."""
    found = set(tokenize(words))
    plain = words.split()[0].lower().partition("'")[0] in STOP_WORDS
    return bool(found) and words not in _NO_NAMES and not found & _DAYS and not plain


def speakers(lines: Sequence[Line]) -> frozenset[str]:
    """Return the terms of the names most lines hold: the speakers', which seldom answer."""
    if len(lines) < FEW:
        return frozenset()
    seen = Counter(name for line in lines for name in line.names)
    often = [n for n, times in seen.items() if times > USUAL * len(lines) and is_name(n)]
    return frozenset(terms(" ".join(often)))


def names(known: frozenset[str], text: str) -> list[str]:
    """Return the names and quoted titles a text states beside known terms, once each."""
    found: dict[str, None] = {}
    for match in _TITLE.finditer(text):
        name = (match[1] or match[0]).strip(" ,.!?").removesuffix("'s")
        opens = match.start() == 0 and " " not in name and not match[1]
        first, _, rest = name.partition(" ")
        if match.start() == 0 and rest and first.lower() in BASE:  # `Tell Clara`
            name = rest
        if opens or not (match[1] or is_name(name)) or set(terms(name)) & known:
            continue
        found[name] = None
    return list(found)
