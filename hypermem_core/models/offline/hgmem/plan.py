"""Offline twin of `hgmem/plan`: enough when every word of the question is covered by a point."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.hgmem.covering import share, terms, weighted
from hypermem_core.replies import ConcernItem, EntityRow, PointRow, SufficiencyReply

ENOUGH = 0.8  # share of the question's weight that one point must cover
_SEVERAL = re.compile(
    r"\b(?:both|all|how many|how often|which of|in common|besides|other|types?|kinds?|activities|"
    r"(?:what|which) (?:\w+ )?\w+s (?:has|have|does|do|did|are|were)|compare|likely|would)\b",
    re.IGNORECASE,
)


def reply(
    question: str,
    points: Sequence[PointRow],
    nearby: Sequence[EntityRow],
    asked: Sequence[str],
    most: int = 3,
) -> SufficiencyReply:
    """Return what is missing: near the best points, and what no point covers."""
    found = [set(terms(point.description)) for point in points]
    weights = weighted(question, found)
    shares = [share(weights, held) for held in found]
    several = bool(_SEVERAL.search(question)) and len(asked) < 1 + most
    if shares and max(shares) >= ENOUGH and not several:
        return SufficiencyReply(True)
    order = sorted(range(len(points)), key=lambda i: (-shares[i], i))
    local = 1 if most < 3 or len(points) < 2 else 2
    concerns = [_near(points[i]) for i in order[:local]]
    told = set().union(*found) if found else set()
    missing = [
        word for word in _words(question) if set(terms(word)) and not set(terms(word)) & told
    ]
    about = " ".join(missing) or "the same matter at other times"
    concerns.append(ConcernItem(f"Nothing yet about {about}", "global"))
    return SufficiencyReply(False, concerns[:most])


def _near(point: PointRow) -> ConcernItem:
    things = ", ".join((point.main or point.members)[:3])
    return ConcernItem(f"What else is told about {things}", "local", [point.id])


def _words(question: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['-][^\W_]+)*", question)
