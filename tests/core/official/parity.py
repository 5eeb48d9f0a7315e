"""What the parity tests share: the official sample run, and query vectors out of its logs.

The sample keeps no query vectors, but its logs hold the cosine of every query with every node,
rounded to 3 decimals. The vector that fits them best is found by least squares.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hypermem_core.memory import Matrix, Vectors

SAMPLE = Path(__file__).resolve().parents[4] / "shared" / "data" / "official-hypermem-run"
LAYERS = {"topic": "layer1_topic", "episode": "layer2_episode", "fact": "layer3_fact"}


def sample() -> Path:
    if not SAMPLE.is_dir():
        pytest.skip("The official sample run is not in ../shared/data")
    return SAMPLE


@dataclass(frozen=True)
class FixedQuery:
    """An embedder that knows the vector of one query."""

    vector: Matrix
    name: str = "from the log"

    def documents(self, texts: Sequence[str]) -> Matrix:
        raise NotImplementedError

    def query(self, text: str) -> Matrix:
        return self.vector


def logged_cosines(log: dict[str, Any], ids: Sequence[str]) -> Iterator[tuple[str, float]]:
    for key in LAYERS.values():
        for cut, score in log[key]["emb"]:
            yield next(node_id for node_id in ids if node_id.startswith(cut)), score


def query_vector(log: dict[str, Any], vectors: Vectors) -> Matrix:
    """Return the shortest vector with the logged cosines, made of length one."""
    pairs = list(logged_cosines(log, vectors.ids))
    rows = np.array(vectors.rows([node_id for node_id, _ in pairs]), np.float64)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    wanted = np.array([score for _, score in pairs])
    found = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    missing = np.sqrt(max(0.0, 1.0 - float(found @ found)))  # the rest is orthogonal to all nodes
    spare = np.linalg.svd(rows)[2][-1]
    if missing and np.abs(rows @ spare).max() < 1e-9:
        found = found + missing * spare
    return np.asarray(found, np.float32)
