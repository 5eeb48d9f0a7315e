"""Rerankers through sentence-transformers: any CrossEncoder, by name or folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from hypermem_core.models.sentence_transformer import load_local

BATCH = 32


@cache
def _load(source: str) -> Any:
    return load_local("CrossEncoder", source)


@dataclass(frozen=True, slots=True)
class CrossEncoderReranker:
    """A local cross-encoder; `source` is a folder or a name on the hub."""

    name: str
    source: str

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, in their order; ModelError if it cannot be loaded."""
        model = _load(self.source)
        if not texts:
            return []
        pairs = [(query, text) for text in texts]
        scores = np.asarray(model.predict(pairs, batch_size=BATCH, show_progress_bar=False))
        # A model with several labels puts the relevant one last.
        one = scores if scores.ndim == 1 else scores[:, -1]
        return [float(score) for score in one]
