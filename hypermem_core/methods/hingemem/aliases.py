"""The aliases of persons: which names mean the same one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_TITLE = re.compile(r"^(?:dr|mr|mrs|ms|miss|prof|professor)\.?\s+", re.IGNORECASE)
_NOBODY = frozenset(
    "i me my we us you he him she her they them it someone somebody everyone people user".split()
)
SHORTEST = 3  # letters of a name that may shorten another (`Mel`)


def bare(name: str) -> str:
    """Return a name for comparison: no title, no case, no outer punctuation."""
    return _TITLE.sub("", name.strip().strip(".,;:!?\"'")).casefold()


def canonical(names: Iterable[str], speakers: Sequence[str]) -> dict[str, str]:
    """Return each name with the one it stands for; speakers stand for themselves.

    A name joins another that it shortens (`Mel`, `Melanie`) or is a word of (`Ana`, `Ana Reyes`)
    when only one such is known; kin (`Ana's sister`) only joins its own spelling, its owner
    resolved. Pronouns and empty names are left out.
    """
    counts = Counter(name.strip() for name in names)
    for speaker in speakers:
        counts[speaker] += 1
    known = [name for name in dict.fromkeys([*speakers, *counts]) if _is_name(name)]
    first: dict[str, str] = {}
    for name in known:
        first.setdefault(bare(name), name)
    plain = {key: name for key, name in first.items() if "'" not in key}
    found = {name: _target(bare(name), plain, speakers) or first[bare(name)] for name in known}
    return {name: _kin(name, found, first) or target for name, target in found.items()}


def _is_name(name: str) -> bool:
    key = bare(name)
    return bool(key) and key not in _NOBODY


def _target(key: str, plain: dict[str, str], speakers: Sequence[str]) -> str:
    """Return the one longer name a name stands for; empty if there is none or several."""
    if "'" in key:
        return ""
    longer = [other for other in plain if other != key and _shortens(key, other)]
    spoken = [other for other in longer if plain[other] in speakers]
    if plain.get(key) in speakers:
        return ""
    if key_is_full := [s for s in speakers if bare(s) in key.split() and bare(s) != key]:
        return key_is_full[0]
    chosen = spoken or longer
    return plain[chosen[0]] if len(chosen) == 1 else ""


def _shortens(key: str, other: str) -> bool:
    if key in other.split():
        return True
    return len(key) >= SHORTEST and " " not in key and other.split()[0].startswith(key)


def _kin(name: str, found: dict[str, str], first: dict[str, str]) -> str:
    """Return `Melanie's son` for `Mel's son`."""
    owner, mark, rest = name.partition("'s ")
    if not mark:
        return ""
    target = next((found[known] for known in found if bare(known) == bare(owner)), owner)
    full = f"{target}'s {rest.strip()}"
    return first.get(bare(full), full)
