"""Offline twin of `shared/rerank`: the share of the question's terms that a passage holds."""

from __future__ import annotations

from collections.abc import Mapping

from hypermem_core.models.offline.keywords import terms
from hypermem_core.replies import RerankItem, RerankReply


def reply(question: str, passages: Mapping[str, str]) -> RerankReply:
    """Return ten times the share of the question's terms found in each passage."""
    asked = set(terms(question))
    return RerankReply(
        [RerankItem(name, _score(asked, set(terms(text)))) for name, text in passages.items()]
    )


def _score(asked: set[str], told: set[str]) -> float:
    return round(10 * len(asked & told) / len(asked), 2) if asked else 0.0
