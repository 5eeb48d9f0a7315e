"""A model whose plan and segments a test writes down, and an embedder whose vectors it chooses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.memory import Matrix
from hypermem_core.types import Element, ElementKind, Mention, Salience


@dataclass
class Script:
    """Replies by prompt name; a list is used up one a time, an error is raised."""

    replies: dict[str, Any]
    asked: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    name: str = "script"

    def reply(self, prompt: str, shape: type, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        self.asked.append((prompt, blanks))
        found = self.replies[prompt]
        found = found.pop(0) if isinstance(found, list) else found
        if isinstance(found, ReplyError):
            raise found
        return found(blanks) if callable(found) else found


@dataclass
class Directions:
    """Vectors by text; any other text points along the third axis."""

    vectors: dict[str, tuple[float, ...]] = field(default_factory=dict)
    name: str = "directions"

    def documents(self, texts: Sequence[str]) -> Matrix:
        rows = [self.vectors.get(text, (0.0, 0.0, 1.0)) for text in texts]
        return np.asarray(rows, np.float32).reshape(len(rows), 3)

    def query(self, text: str) -> Matrix:
        return self.documents([text])[0]


@pytest.fixture
def script() -> type[Script]:
    return Script


@pytest.fixture
def directions() -> type[Directions]:
    return Directions


@pytest.fixture
def element() -> Callable[..., Element]:
    def make(
        node_id: str, name: str = "", mentions: int = 1, value: float = 0.0, common: bool = False
    ) -> Element:
        kind: ElementKind = node_id.split("-")[0]  # type: ignore[assignment]
        said = tuple(Mention(name, f"D1:{number}") for number in range(1, mentions + 1))
        return Element(
            node_id, name or node_id, kind, said, salience=Salience(value=value), common=common
        )

    return make
