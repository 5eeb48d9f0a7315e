"""Everything that calls a model: the protocols, and `connect`, which chooses from settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from hypermem_core.memory import Matrix
from hypermem_core.settings import Settings, session_keys

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


@runtime_checkable
class Forgetful(Protocol):
    """A model that keeps its replies and can drop those that led nowhere."""

    def forget(self, keys: Iterable[str]) -> None:
        """Drop the replies of these keys, so that they are asked for again."""
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


def slots_of(llm: LLM) -> int:
    """Return how many asks a model takes at a time; rules gain nothing from threads."""
    slots = getattr(llm, "workers", 1)
    return slots if isinstance(slots, int) else 1


def workers_of(llm: LLM) -> int:
    """Return how many threads ask a model: a quarter more than it takes at a time.

    They wait before its gate with their request ready, so that no slot is empty while the last
    reply is read and the next prompt is written.
    """
    slots = slots_of(llm)
    return slots + slots // 4


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one run; `reranker` is None where reranking is impossible.

    `llm` builds; questions are answered by `answerer` and judged by `judging`, which are the
    same model unless the settings name others.
    """

    llm: LLM
    embedder: Embedder
    reranker: Reranker | None
    answer_llm: LLM | None = None
    judge_llm: LLM | None = None

    @property
    def answerer(self) -> LLM:
        """The model that answers questions."""
        return self.answer_llm or self.llm

    @property
    def judging(self) -> LLM:
        """The model that judges answers."""
        return self.judge_llm or self.llm


def connect(
    settings: Settings, replies: Path | None = None, keys: Mapping[str, str] | None = None
) -> Models:
    """Return the models that the settings name; imports torch only when one needs it.

    `replies` is the file that keeps a chat model's replies, so that none is paid for twice.
    `keys` are keys given for this session, by the name of their variable; nothing keeps them.

    Raises:
        ModelError: a model's files are missing or damaged, or there is no key.
    """
    from hypermem_core.models.choose import embedder_for, reranker_for
    from hypermem_core.models.roles import llms_for
    from hypermem_core.models.throttle import Gates

    with session_keys(keys or {}):
        gates = Gates.of(settings.models)
        llm, answer_llm, judge_llm = llms_for(settings.models, replies, gates)
        vectors = replies.with_name("vectors.db") if replies else None
        embedder = embedder_for(settings.models, vectors, gates)
        folder = replies.parent if replies else None
        reranker = reranker_for(settings.models, llm, folder, gates)
    return Models(llm, embedder, reranker, answer_llm, judge_llm)
