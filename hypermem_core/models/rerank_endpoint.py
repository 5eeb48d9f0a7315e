"""A `/rerank` endpoint, as vLLM, Jina and Cohere serve it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from sys import float_info
from typing import Any

from hypermem_core.errors import ModelError
from hypermem_core.models.endpoint import Endpoint

_ROWS = ("results", "data")  # vLLM, Jina and Cohere; Voyage
_SCORES = ("relevance_score", "score")  # those; text-embeddings-inference


@dataclass(frozen=True, slots=True)
class RerankEndpoint:
    """A reranker that takes a query and all documents in one request."""

    name: str
    endpoint: Endpoint

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, in their order.

        Raises:
            ModelError: the endpoint fails, or scores fewer texts than it was given.
        """
        if not texts:
            return []
        body = {"query": query, "documents": list(texts), "top_n": len(texts)}
        scores: dict[int, float] = {}
        for at, score in _scored(self.endpoint.post("/rerank", body, [query, *texts])):
            if 0 <= at < len(texts):
                scores.setdefault(at, score)
        if len(scores) < len(texts):
            raise ModelError(
                f"{self.name} at {self.endpoint.host} scored {len(scores)} of {len(texts)} texts.",
                "Check that the server's /rerank replies with an index and a score per document.",
            )
        return [scores[at] for at in range(len(texts))]


def _scored(reply: Any) -> Iterator[tuple[int, float]]:
    """Yield (index, score) of the usable rows of a reply, in any of the known shapes."""
    if isinstance(reply, dict):
        reply = next((reply[name] for name in _ROWS if name in reply), None)
    for row in reply if isinstance(reply, list) else []:
        if not isinstance(row, dict):
            continue
        at, score = row.get("index"), next((row[name] for name in _SCORES if name in row), None)
        if isinstance(at, int) and isinstance(score, int | float) and abs(score) <= float_info.max:
            yield at, float(score)
