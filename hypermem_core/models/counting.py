"""A dry run: rules and counted words stand in for models, and every prompt is counted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from hypermem_core import codec
from hypermem_core.memory import Matrix
from hypermem_core.models.chat import ChatModel
from hypermem_core.models.files import count
from hypermem_core.models.ledger import Call, record
from hypermem_core.models.offline import OfflineRules
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for

T = TypeVar("T")
WIDTH = 256  # of a stand-in vector
LONGER = {"hypermem/episode_summary": 1.5}  # models tell more than the rules do


@dataclass(frozen=True, slots=True)
class CountingRules:
    """Rules that write into the ledger what a model's call would take; they call nobody."""

    model: ChatModel
    rules: OfflineRules = field(default_factory=OfflineRules)

    @property
    def name(self) -> str:
        """The model whose calls are counted."""
        return self.model.name

    @property
    def workers(self) -> int:
        """As many as the model takes, so that runs take the same path."""
        return 2

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return the rules' reply, and record the call the model would have been asked."""
        found = self.rules.reply(prompt, shape, blanks, attempt)
        words = render(prompt, **blanks_for(prompt, blanks))
        key = self.model.key(words, shape, attempt)
        said = int(count(codec.dumps(found)) * LONGER.get(prompt, 1.0))
        asked = count(words)
        kept = self.model.replies.get(key)
        record(
            Call(
                prompt,
                self.model.name,
                key,
                asked,
                said,
                cached=kept is not None and not kept.problem,
                cost=self.model.prices.cost(self.model.name, asked, said),
            )
        )
        return found

    def forget(self, keys: Iterable[str]) -> None:
        """Forget nothing: a dry run keeps nothing."""


@dataclass(frozen=True, slots=True)
class CountingEmbedder:
    """Vectors of hashed words in place of a remote embedder's, so that a dry run asks nobody."""

    name: str
    width: int = WIDTH

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors of shape (len(texts), width): texts with like words lie near."""
        rows = np.zeros((len(texts), self.width), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                row[int.from_bytes(digest, "big") % self.width] += 1.0
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.maximum(lengths, 1e-12), np.float32)

    def query(self, text: str) -> Matrix:
        """Return one vector, shape (width,)."""
        found: Matrix = self.documents([text])[0]
        return found
