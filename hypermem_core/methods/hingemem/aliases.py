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
    found: dict[str, str] = {}
    for name in known:
        owner, mark, rest = name.partition("'s ")
        if mark:
            full = f"{_meant(owner, plain, speakers)}'s {rest.strip()}"
            found[name] = first.get(bare(full), full)
        else:
            found[name] = _meant(name, plain, speakers)
    return found


def _is_name(name: str) -> bool:
    key = bare(name)
    return bool(key) and key not in _NOBODY


def _meant(name: str, plain: dict[str, str], speakers: Sequence[str]) -> str:
    """Return the one longer name a name stands for, itself if there is none or several."""
    key = bare(name)
    own = plain.get(key, name.strip())
    if own in speakers:
        return own
    inside = [speaker for speaker in speakers if bare(speaker) in key.split()]
    if inside:
        return inside[0]
    longer = [plain[other] for other in plain if other != key and _shortens(key, other)]
    chosen = [other for other in longer if other in speakers] or longer
    return chosen[0] if len(chosen) == 1 else own


def _shortens(key: str, other: str) -> bool:
    if key in other.split():
        return True
    return len(key) >= SHORTEST and " " not in key and other.split()[0].startswith(key)
