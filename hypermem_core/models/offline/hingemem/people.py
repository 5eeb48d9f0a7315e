"""Finds who a turn is about: its speaker, kin and friends, and people called by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.calendar_words import MONTHS, WEEKDAYS
from hypermem_core.models.offline.filler import is_filler
from hypermem_core.models.offline.sentences import LONGEST, asks, sentences, straight
from hypermem_core.types import Turn

_KIN = (
    "mom|mum|mother|dad|father|parents|wife|husband|sister|brother|son|daughter|kids|children|"
    "grandma|grandmother|grandpa|grandfather|aunt|uncle|cousin|girlfriend|boyfriend|partner|"
    "fiancée?|boss|teacher|mentor|coach|neighbou?r|roommate|colleague|coworker|friend"
)
_OWN = re.compile(
    rf"\b(?:my|our)\s+(?:\w+\s)?({_KIN})\b(?!'s? (?:house|place))(?:,?\s+([A-Z][a-z]+)\b)?"
)
_TITLED = re.compile(r"\b((?:Dr|Mr|Mrs|Ms|Prof)\.?\s+[A-Z]\w+)")
_CALLED = re.compile(r"\b(?:named|called|name is|friend|name's)\s+([A-Z][a-z]+)\b")
_ACTS = re.compile(
    r"(?<=[a-z,;] )([A-Z][a-z]{2,})"
    r"(?= (?:and I|is|was|said|told|asked|came|loves?|loved|has|had)\b)"
)
_NO_NAMES = frozenset(
    word.lower()
    for word in (
        *MONTHS,
        *WEEKDAYS,
        *"Mr Mrs Ms Dr Prof Miss Christmas Halloween Thanksgiving Easter God English French "
        "Spanish Life It This That There What Your Our The".split(),
    )
)
_FIRST = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|we|we're|we've|our|us|mine)\b", re.IGNORECASE)
_CHINESE_FIRST = re.compile("我|咱")


def named(text: str, speaker: str) -> list[str]:
    """Return the people a speaker names, kin as theirs (`Ana's sister`), in order."""
    plain = straight(text[:LONGEST])
    found = [(m.start(), m.group(2) or f"{speaker}'s {m.group(1)}") for m in _OWN.finditer(plain)]
    for pattern in (_TITLED, _CALLED, _ACTS):
        found += [(m.start(), m.group(1)) for m in pattern.finditer(plain)]
    names = [name for _, name in sorted(found) if name.lower() not in _NO_NAMES]
    return list(dict.fromkeys(names))


def speaks_of_self(turn: Turn) -> bool:
    """Say whether the speaker states something of their own."""
    told = [
        part
        for part in sentences(straight(turn.text[:LONGEST]))
        if not asks(part) and not is_filler(part, [turn.speaker])
    ]
    return any(_FIRST.search(part) or _CHINESE_FIRST.search(part) for part in told)


def people(turns: Sequence[Turn], names: Sequence[str]) -> list[str]:
    """Return who turns are about: speakers who tell of themselves, then those they name.

    `names` are the speakers of the chat; where nobody tells of themselves, who speaks is it.
    """
    speakers = [turn.speaker for turn in turns if turn.speaker]
    tellers = [turn.speaker for turn in turns if turn.speaker and speaks_of_self(turn)]
    others = [name for turn in turns for name in named(turn.text, turn.speaker)]
    called = [name for name in others if not any(name in known.split() for known in names)]
    return list(dict.fromkeys([*(tellers or speakers), *called]))
