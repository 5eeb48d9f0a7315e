"""A model that says what a test writes down, and an embedder whose vectors are word counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hypermem_core.errors import ReplyError
from hypermem_core.models.ledger import Call, record
from hypermem_core.replies import EvolveReply, MergeReply, SubQueriesReply, SufficiencyReply

NOTHING: dict[str, Any] = {
    "hgmem/evolve": EvolveReply(),
    "hgmem/merge": MergeReply(),
    "hgmem/plan": SufficiencyReply(True),
    "hgmem/subqueries": SubQueriesReply([]),
}


@dataclass
class Scripted:
    """Replies from lists by prompt, then says nothing; `fail` names prompts it cannot answer."""

    script: dict[str, list[Any]] = field(default_factory=dict)
    fail: tuple[str, ...] = ()
    asked: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    name: str = "scripted"

    def reply(self, prompt: str, shape: type, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        self.asked.append((prompt, blanks))
        record(Call(prompt, self.name, "key", 10, 1))
        if prompt in self.fail:
            raise ReplyError(f"nonsense {attempt}")
        left = self.script.get(prompt, [])
        return left.pop(0) if left else NOTHING[prompt]

    def prompts(self) -> list[str]:
        """Return what it was asked, in order, without the folder."""
        return [prompt.split("/")[1] for prompt, _ in self.asked]


@dataclass
class CountingEmbedder:
    """One axis for each word the small graph knows; `queries` are the texts it was given."""

    words: tuple[str, ...]
    queries: list[str] = field(default_factory=list)
    name: str = "counting"

    def documents(self, texts: Sequence[str]) -> Any:
        return np.stack([self._vector(text) for text in texts])

    def query(self, text: str) -> Any:
        self.queries.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> Any:
        low = text.lower()
        vector = np.array([float(low.count(word)) for word in self.words], np.float32)
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector
