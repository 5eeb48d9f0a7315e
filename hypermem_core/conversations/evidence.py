"""Gold evidence as annotators typed it → turn ids; LoCoMo has nine strings that need repair."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_SEPARATORS = re.compile(r"[;,\s]+")
_DIA_ID = re.compile(r"[dD]:?0*(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True)
class Resolved:
    """One evidence string: the turns it names, the pieces that name none, and if it was faulty."""

    ids: tuple[str, ...]
    unresolved: tuple[str, ...]
    faulty: bool


def resolve(raw: str, known: Collection[str]) -> Resolved:
    """Return the turn ids in `raw`; an id that exists as written is never touched."""
    if raw in known:
        return Resolved((raw,), (), faulty=False)
    ids: list[str] = []
    lost: list[str] = []
    for piece in _SEPARATORS.split(raw.strip()):
        turn_id = _repair(piece, known)
        if turn_id is not None:
            ids.append(turn_id)
        else:
            lost.append(piece or raw)
    return Resolved(tuple(ids), tuple(lost), faulty=True)


def _repair(piece: str, known: Collection[str]) -> str | None:
    if piece in known:
        return piece
    match = _DIA_ID.fullmatch(piece)
    turn_id = f"D{match[1]}:{match[2]}" if match else ""
    return turn_id if turn_id in known else None
