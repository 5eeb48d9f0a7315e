import numpy as np
import pytest

from hypermem_core.errors import ModelError
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.retrieval.same_embedder import require_same_embedder
from hypermem_core.settings import Settings


def memory(**built_with: str) -> Memory:
    made = {name.replace("_", "."): value for name, value in built_with.items()}
    return Memory("flat", "c", Hypergraph(), Vectors((), np.zeros((0, 3), np.float32)), made)


def test_the_same_embedder_and_an_unknown_one_pass() -> None:
    require_same_embedder(memory(models_embedder='"bge-small-en-v1.5"'), Settings())
    require_same_embedder(memory(), Settings())


def test_another_embedder_is_told_with_the_cure() -> None:
    with pytest.raises(ModelError, match='by "api:m", not by bge-small') as caught:
        require_same_embedder(memory(models_embedder='"api:m"'), Settings())
    assert "only its vectors" in caught.value.hint
