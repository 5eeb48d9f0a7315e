"""Offline twin of `hgmem/subqueries`: a concern's things, asked with the question's words."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.keywords import is_weak
from hypermem_core.models.offline.sentences import words
from hypermem_core.replies import PointRow, SubQueriesReply, SubQueryItem

_NOISE = frozenset("else told nothing yet".split())


def reply(
    question: str, concerns: Sequence[str], points: Sequence[PointRow], asked: Sequence[str]
) -> SubQueriesReply:
    """Return one query a concern: who the question is about, its telling words, the concern's."""
    kept = [word for word in words(question) if not is_weak(word)]
    return SubQueriesReply(
        [SubQueryItem(number, _query(kept, concern)) for number, concern in enumerate(concerns)]
    )


def _query(kept: Sequence[str], concern: str) -> str:
    told = [word for word in words(concern) if not is_weak(word) and word.lower() not in _NOISE]
    joined = dict.fromkeys([*(word.removesuffix("'s") for word in kept), *told])
    return " ".join(joined)
