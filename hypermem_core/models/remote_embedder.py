"""Embeddings from any OpenAI-compatible `/v1/embeddings`, none of them paid for twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import numpy as np

from hypermem_core.errors import ModelError
from hypermem_core.memory import Matrix
from hypermem_core.models.endpoint import TOO_MUCH, Endpoint
from hypermem_core.models.faults import Refused
from hypermem_core.models.files import count
from hypermem_core.models.ledger import Call, record
from hypermem_core.models.vector_cache import VectorCache, vector_key
from hypermem_core.parallel import map_threads

BATCH, WORKERS = 32, 8  # texts in a request, requests at a time
ATTEMPTS = 3  # requests for a text that a reply left out
MOST = float(np.finfo(np.float32).max)  # of a vector's number: a larger one cannot be kept
HALVINGS = 4  # how often a text that is too long is halved before the server is believed
INSTRUCTION = "Given a question about a long conversation, find the passages that answer it"


def query_form(model: str, text: str) -> str:
    """Return a question as the model wants it: Qwen3-Embedding reads an instruction before it."""
    if "qwen3-embedding" in model.lower():
        return f"Instruct: {INSTRUCTION}\nQuery:{text}"
    return text


@dataclass(slots=True)
class Found:
    """What is known of an endpoint's vectors after the first reply."""

    dimension: int = 0
    shortened: int = 0  # texts that had to be cut to be accepted
    lock: Lock = field(default_factory=Lock, repr=False)


@dataclass(frozen=True, slots=True)
class RemoteEmbedder:
    """An embedding model behind an endpoint; vectors are scaled to unit length."""

    name: str
    endpoint: Endpoint
    vectors: VectorCache | None = None
    workers: int = WORKERS
    found: Found = field(default_factory=Found)

    @property
    def at_once(self) -> int:
        """How many texts a caller should hand over at a time, to keep every worker busy."""
        return BATCH * self.workers

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors, shape (len(texts), dimension).

        Each reply is kept as it comes, so that an interrupted run asks only for the rest.

        Raises:
            ModelError: the endpoint fails, leaves out a text three times or changes dimension.
        """
        keys = [vector_key(self.endpoint.model, text) for text in texts]
        known = self.vectors.get(keys) if self.vectors else {}
        for vector in known.values():
            self._check(len(vector))
        if known:
            kept = {key: text for key, text in zip(keys, texts, strict=True) if key in known}
            tokens = sum(map(count, kept.values()))
            asked = Call("embeddings", self.endpoint.model, "", tokens, cached=True, requests=0)
            record(replace(asked, remote=True, cost=self.endpoint.price(tokens)))
        missing = list({k: t for k, t in zip(keys, texts, strict=True) if k not in known}.items())
        batches = [missing[at : at + BATCH] for at in range(0, len(missing), BATCH)]
        for fresh in map_threads(self._kept, batches, self.workers):
            known |= fresh
        if not texts:
            return np.zeros((0, self.found.dimension), np.float32)
        return np.stack([known[key] for key in keys])

    def query(self, text: str) -> Matrix:
        """Return the unit vector of a question, with the model's instruction where it has one."""
        vector: Matrix = self.documents([query_form(self.endpoint.model, text)])[0]
        return vector

    def _kept(self, batch: list[tuple[str, str]]) -> dict[str, Matrix]:
        vectors = self._embedded([text for _, text in batch])
        fresh = {key: vector for (key, _), vector in zip(batch, vectors, strict=True)}
        if self.vectors:
            self.vectors.put(fresh)
        return fresh

    def _embedded(self, texts: list[str]) -> list[Matrix]:
        """Return one vector per text; what a reply leaves out is asked for again."""
        vectors: dict[int, Matrix] = {}
        for _ in range(ATTEMPTS):
            left = [at for at in range(len(texts)) if at not in vectors]
            if not left:
                break
            reply = self._asked([texts[at] for at in left])
            vectors |= {left[at]: vector for at, vector in reply.items()}
        if len(vectors) < len(texts):
            raise ModelError(
                f"{self.name} at {self.endpoint.host} left out {len(texts) - len(vectors)} of "
                f"{len(texts)} texts {ATTEMPTS} times.",
                "Look at the server's log, or choose another embedder.",
            )
        return [vectors[at] for at in range(len(texts))]

    def _asked(self, texts: list[str], halvings: int = HALVINGS) -> dict[int, Matrix]:
        """Return the vectors of one request by position; a request too large is divided."""
        body = {"input": [text or " " for text in texts], "encoding_format": "float"}
        try:
            return self._read(self.endpoint.post("/embeddings", body, texts), len(texts))
        except Refused as refusal:
            if refusal.status not in TOO_MUCH or (len(texts) == 1 and not halvings):
                raise
        if len(texts) == 1:
            with self.found.lock:
                self.found.shortened += halvings == HALVINGS
            return self._asked([texts[0][: max(len(texts[0]) // 2, 1)]], halvings - 1)
        half = len(texts) // 2
        second = self._asked(texts[half:], halvings)
        return self._asked(texts[:half], halvings) | {half + at: v for at, v in second.items()}

    def _read(self, reply: Any, wanted: int) -> dict[int, Matrix]:
        """Return the usable vectors of a reply by their `index`, whatever their order."""
        rows = reply.get("data") if isinstance(reply, dict) else None
        vectors: dict[int, Matrix] = {}
        for place, row in enumerate(rows if isinstance(rows, list) else []):
            if not isinstance(row, dict):
                continue
            at, vector = row.get("index", place), _unit(row.get("embedding"))
            if isinstance(at, int) and 0 <= at < wanted and vector is not None:
                self._check(len(vector))
                vectors.setdefault(at, vector)
        return vectors

    def _check(self, dimension: int) -> None:
        with self.found.lock:
            expected = self.found.dimension = self.found.dimension or dimension
        if dimension != expected:
            raise ModelError(
                f"{self.name} gave a vector of {dimension} numbers after ones of {expected}.",
                "Another model answers under this name: use one name for each model.",
            )


def _unit(values: Any) -> Matrix | None:
    """Return a list of numbers as a unit vector; None when it is not one."""
    numbers = isinstance(values, list) and values and all(_is_number(value) for value in values)
    if not numbers:
        return None
    vector = np.asarray(values, np.float64)
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length, np.float32) if length > 0 else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) <= MOST
