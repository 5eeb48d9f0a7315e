"""The rows of HGMem's prompts read back: points, entities, relations, chunks, plain lists."""

from __future__ import annotations

import re

from hypermem_core.replies import EntityRow, EvidenceRow, PointRow

NOTHING = "(none)"
_HEAD = re.compile(r"^\[([prc]\d+)\] ", re.MULTILINE)
_ENTITY = re.compile(r"^- (.*?) \(([^()]*)\)(?:: (.*))?$", re.MULTILINE)
_TIED = re.compile(r" \(([^()]* · [^()]*)\)$")


def lines(text: str) -> list[str]:
    """Return the items of a list of short texts, one a line, without their numbers."""
    found = [] if text == NOTHING else text.split("\n")
    return [re.sub(r"^\d+\. ", "", line) for line in found]


def points(text: str) -> list[PointRow]:
    """Return the points of a memory; which members are main no prompt shows, so all are."""
    found = []
    for name, body in _parts(text):
        members, _, description = body.partition("\n")
        own = tuple(members.split(" · "))
        found.append(PointRow(name, own, description.strip(), own))
    return found


def evidence(text: str) -> list[EvidenceRow]:
    """Return relations or chunks with the entities they tie."""
    found = []
    for name, body in _parts(text):
        tied = _TIED.search(body.strip())
        own = tuple(tied[1].split(" · ")) if tied else ()
        found.append(EvidenceRow(name, _TIED.sub("", body.strip()), own, own))
    return found


def entities(text: str) -> list[EntityRow]:
    """Return entities with their types and descriptions."""
    return [EntityRow(m[1], m[2], m[3] or "") for m in _ENTITY.finditer(text)]


def _parts(text: str) -> list[tuple[str, str]]:
    parts = _HEAD.split(text)
    return list(zip(parts[1::2], parts[2::2], strict=True))
