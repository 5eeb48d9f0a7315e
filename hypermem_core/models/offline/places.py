"""Finds the place phrase of a sentence: a name after a preposition, or a kind of place."""

from __future__ import annotations

import re
from collections.abc import Collection

from hypermem_core.models.offline.calendar_words import MONTHS

_KIND = (
    "park|beach|gym|museum|studio|lake|river|forest|mountains?|hospital|school|university|college|"
    "library|cafe|café|coffee shop|restaurant|bar|church|shelter|garden|office|theater|theatre|"
    "cinema|stadium|market|mall|shop|store|airport|station|hotel|campsite|camp|farm|zoo|gallery|"
    "conference|festival|community center|community centre|center|centre|hall|island|bakery|clinic"
)
_NAMED = re.compile(
    r"\b(?:in|at|near|around|visited|visiting|(?:went|go|going|moved?|moving|trip|travell?(?:ed|ing)?|"
    r"flew|fly|flying|drove|back|been|off|here|way|from) (?:to|from)) (?:the )?"
    r"([A-Z][\w'.]{1,30}(?: (?:of |de )?[A-Z][\w'.]{1,30}){0,3})"
)
_OWN = "the|a|an|my|our|their|this|that|local"
_COMMON = re.compile(
    rf"\b(?:in|at|to|from|near|by) ((?:{_OWN}) (?:\w{{1,20}} ){{0,2}}?(?:{_KIND}))\b", re.IGNORECASE
)
_CHINESE = re.compile(
    r"(?:在|去了?+|到|住在)([\u4e00-\u9fff]{0,8}?(?:公园|市|省|大学|学校|医院|餐厅|图书馆|海边|山|湖|店|馆|岛|区))"
)
_NOT_PLACES = frozenset(month.lower() for month in MONTHS) | frozenset(
    "monday tuesday wednesday thursday friday saturday sunday christmas halloween i".split()
)


def place(text: str, names: Collection[str] = ()) -> str:
    """Return the first place phrase of a text, `""` if none is evident."""
    people = {part.lower() for name in names for part in name.split()}
    for match in _NAMED.finditer(text):
        first = match.group(1).split()[0].lower().split("'")[0]
        if first not in _NOT_PLACES and first not in people:
            return match.group(1).rstrip(".'")
    common = _COMMON.search(text) or _CHINESE.search(text)
    return common.group(1) if common else ""
