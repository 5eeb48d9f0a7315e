"""Everything that calls a model: the protocols, and `connect`, which chooses from settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from hypermem_core.memory import Matrix
from hypermem_core.settings import Settings

T = TypeVar("T")


class LLM(Protocol):
    """A model that answers typed asks."""

    @property
    def name(self) -> str:
        """The name shown beside everything it made; `offline rules` without a model."""
        ...

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return a reply of `shape` to the prompt of that name, filled with `blanks`."""
        ...


class Embedder(Protocol):
    """A model that turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """Its name, part of a memory's fingerprint."""
        ...

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors, float32, shape (len(texts), dimension)."""
        ...

    def query(self, text: str) -> Matrix:
        """Return one unit vector, float32, shape (dimension,)."""
        ...


class Reranker(Protocol):
    """A model that scores how well a text answers a query."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text (logits: higher is better, unbounded)."""
        ...


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one run; `reranker` is None where reranking is impossible."""

    llm: LLM
    embedder: Embedder
    reranker: Reranker | None


def connect(settings: Settings, replies: Path | None = None) -> Models:
    """Return the models that the settings name; imports torch only when one needs it.

    `replies` is the file that keeps a chat model's replies, so that none is paid for twice.

    Raises:
        ModelError: a model's files are missing or damaged.
    """
    from hypermem_core.models.embedded import EmbeddedEmbedder, EmbeddedReranker
    from hypermem_core.models.offline import OfflineRules

    embedder: Embedder
    if settings.models.embedder == "all-MiniLM-L6-v2":
        from hypermem_core.models.sentence_transformer import MiniLM

        embedder = MiniLM()
    else:
        embedder = EmbeddedEmbedder()
    llm: LLM = OfflineRules()
    if settings.models.llm != "offline":
        from hypermem_core.models.chat import ChatModel

        llm = ChatModel.from_settings(settings.models, replies)
    return Models(llm, embedder, EmbeddedReranker())
