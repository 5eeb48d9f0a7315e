"""A chat model as reranker: it reads a question and numbered passages and scores each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models import LLM
from hypermem_core.models.ask import ask
from hypermem_core.parallel import map_threads
from hypermem_core.replies import RerankReply

WINDOW, WORKERS = 20, 8  # passages in one question, questions at a time
UNSCORED = -1.0  # below every score: what the model passes over is worth nothing to it


@dataclass(frozen=True, slots=True)
class LLMReranker:
    """The settings' own chat model, scoring passages from 0 to 10."""

    llm: LLM
    workers: int = WORKERS

    @property
    def name(self) -> str:
        """The chat model's name, and that it reranks."""
        return f"{self.llm.name} as reranker"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text from 0 to 10; -1 for a passage the model passed over.

        Raises:
            ModelError: the model cannot be reached, or scored nothing.
        """
        windows = [texts[at : at + WINDOW] for at in range(0, len(texts), WINDOW)]
        parts = map_threads(lambda shown: self._scored(query, shown), windows, self.workers)
        return [score for part in parts for score in part]

    def _scored(self, query: str, texts: Sequence[str]) -> list[float]:
        passages = {f"passage {number}": text for number, text in enumerate(texts, 1)}
        try:
            reply = ask(self.llm, "shared/rerank", RerankReply, question=query, passages=passages)
        except ReplyError as error:
            raise ModelError(error.message, error.hint) from error
        scores: dict[str, float] = {}
        for item in reply.scores:
            name = item.local_id.strip().lower().replace("_", " ").strip("[]")
            if name in passages and item.score == item.score:  # a NaN is no score
                scores.setdefault(name, min(max(item.score, 0.0), 10.0))
        if not scores:
            raise ModelError(f"{self.name} scored none of {len(texts)} passages.", "")
        return [scores.get(name, UNSCORED) for name in passages]
