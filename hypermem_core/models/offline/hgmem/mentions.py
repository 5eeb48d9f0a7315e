"""Finds what a sentence is about – names, relatives, things – and of which type each is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.calendar_words import MONTHS
from hypermem_core.models.offline.keywords import STOP, is_weak, keywords
from hypermem_core.models.offline.phrasing import without_dates
from hypermem_core.models.offline.sentences import sentences, straight, words

MOST = 6  # entities of one fragment, its speaker not counted
_KIN = (
    "sister|brother|mother|mom|mum|father|dad|parents|son|daughter|kids|children|husband|wife|"
    "partner|girlfriend|boyfriend|grandma|grandmother|grandpa|grandfather|aunt|uncle|cousin|niece|"
    "nephew|family|friend|friends|colleague|colleagues|boss|neighbour|neighbor|teacher|roommate"
)
_KINSHIP = re.compile(rf"\b([A-Z][\w-]+)'s (?:\w+ )?({_KIN})\b")
_NAME = re.compile(
    r"\b[A-Z][\w'&-]*(?:(?: of| de| and the| the)? [A-Z][\w'&-]*|(?<=[a-z]) \d{1,4}\b)*"
)
_QUOTED = re.compile(r"\"([^\"]{3,60})\"")
_ANIMALS = frozenset("dog cat puppy kitten bird fish horse rabbit hamster turtle snake pet".split())
_PLACES = frozenset(
    """park beach gym museum studio lake river forest mountain mountains hospital school university
    college library cafe restaurant bar church shelter garden office theater theatre cinema stadium
    market mall shop store airport station hotel camp farm zoo gallery city town country island
    """.split()
)
_EVENTS = frozenset(
    """party wedding festival concert parade conference meeting interview race tournament game
    show exhibition trip vacation holiday birthday anniversary class course workshop event
    ceremony camp competition match convention surgery accident
    """.split()
)
_CALENDAR = frozenset(month.lower() for month in MONTHS) | frozenset(
    "monday tuesday wednesday thursday friday saturday sunday".split()
)


def mentions(text: str, speakers: Sequence[str] = ()) -> dict[str, str]:
    """Return name → type of what a fragment speaks of, most telling first, at most `MOST`."""
    plain = without_dates(straight(text))
    found: dict[str, str] = {}
    for owner, kin in _KINSHIP.findall(plain):
        found[f"{owner}'s {kin}"] = "person"
    for title in _QUOTED.findall(plain):
        if not is_weak(title) and len(words(title)) <= 8:
            found.setdefault(title.strip(" ,.!?"), "object")
    for name in _names(plain, speakers):
        found.setdefault(name, _type_of_name(name, plain))
    inside = {part.lower() for name in found for part in words(name)}
    for word in keywords(plain, MOST, speakers):
        if word.lower() not in inside and word.lower() not in _CALENDAR:
            found.setdefault(word, type_of(word))
    return dict(list(found.items())[:MOST])


def _names(text: str, speakers: Sequence[str]) -> list[str]:
    """Return capitalised names; a lone capital at the start of a sentence proves nothing."""
    known = {part.lower() for name in speakers for part in words(name)}
    found: list[str] = []
    for sentence in sentences(text):
        for match in _NAME.finditer(sentence):
            name = match.group().strip("'&-").removesuffix("'s")
            parts = name.split()
            start = match.start() == 0 or sentence[max(0, match.start() - 2)] in ":\"'("
            if start and parts and (parts[0].lower() in STOP or is_weak(parts[0])):
                parts = parts[1:]
            lone = start and len(parts) <= 1
            told = [p for p in parts if not is_weak(p) and p.lower() not in _CALENDAR]
            if told and not lone and not set(map(str.lower, parts)) <= known and len(name) > 1:
                found.append(" ".join(parts))
    return found


def _type_of_name(name: str, text: str) -> str:
    last = name.split()[-1].lower()
    if type_of(last) != "concept":
        return type_of(last)
    before = re.escape(name)
    if re.search(rf"\b(?:in|at|to|from|near|visit\w*) (?:the )?{before}\b", text):
        return "place"
    called = rf"\b(?:named|called|friend|sister|brother|with|and|met|uncle|aunt) {before}\b"
    return "person" if re.search(called, text) else "name"


def type_of(word: str) -> str:
    """Return the type of a common noun."""
    low = word.lower()
    singular = low.removesuffix("s")
    for kind, known in (("animal", _ANIMALS), ("place", _PLACES), ("event", _EVENTS)):
        if low in known or singular in known:
            return kind
    if re.fullmatch(_KIN, low):
        return "person"
    return "activity" if low.endswith("ing") and len(low) > 5 else "concept"
