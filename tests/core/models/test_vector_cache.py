from pathlib import Path

import numpy as np
import pytest

from hypermem_core.errors import DataError
from hypermem_core.models.vector_cache import VectorCache, vector_key


def test_a_vector_is_found_by_model_and_text() -> None:
    assert vector_key("a", "text") == vector_key("a", "text")
    assert len({vector_key("a", "b"), vector_key("a", "c"), vector_key("b", "b")}) == 3


def test_the_first_vector_kept_stays_also_for_another_reader(tmp_path: Path) -> None:
    VectorCache(tmp_path / "deep" / "vectors.db").put({"k": np.array([0.25, -1], np.float32)})
    cache = VectorCache(tmp_path / "deep" / "vectors.db")
    cache.put({"k": np.array([9, 9], np.float32)})
    found = cache.get(["k", "nothing"])
    assert found.keys() == {"k"}
    assert found["k"].tolist() == [0.25, -1.0]


def test_more_keys_than_one_statement_takes(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "vectors.db")
    cache.put({str(n): np.array([n], np.float32) for n in range(1201)})
    assert len(cache.get([str(n) for n in range(1201)])) == 1201


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    path.write_text("not a database " * 100)
    with pytest.raises(DataError, match="vectors.db"):
        VectorCache(path)
