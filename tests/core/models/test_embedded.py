from pathlib import Path

import numpy as np
import pytest

from hypermem_core.errors import ModelError
from hypermem_core.models.embedded import EmbeddedEmbedder, EmbeddedReranker
from hypermem_core.models.files import data_folder, verify

TEXTS = ["The cat sleeps on the mat.", "Shares fell on Monday.", "x"]


def test_documents_are_unit_vectors_in_their_order() -> None:
    vectors = EmbeddedEmbedder().documents(TEXTS)
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    alone = EmbeddedEmbedder().documents(TEXTS[:1])
    assert float(vectors[0] @ alone[0]) > 0.98  # 8-bit activations depend a little on the batch


def test_a_question_is_nearest_to_its_answer() -> None:
    embedder = EmbeddedEmbedder()
    scores = embedder.documents(TEXTS) @ embedder.query("Where does the cat sleep?")
    assert scores.argmax() == 0


def test_the_reranker_prefers_the_answer() -> None:
    scores = EmbeddedReranker().score("Where does the cat sleep?", TEXTS)
    assert len(scores) == 3
    assert max(scores) == scores[0]


def test_nothing_in_nothing_out() -> None:
    assert EmbeddedEmbedder().documents([]).shape == (0, 384)
    assert EmbeddedReranker().score("q", []) == []


def test_endless_texts_and_queries_are_cut_not_refused() -> None:
    assert len(EmbeddedReranker().score("cat " * 2000, ["dog " * 2000, ""])) == 2
    assert EmbeddedEmbedder().query("cat " * 2000).shape == (384,)


def test_a_damaged_file_is_refused_with_a_hint(tmp_path: Path) -> None:
    broken = tmp_path / "model.onnx"
    broken.write_bytes(b"no model")
    with pytest.raises(ModelError, match="damaged") as caught:
        verify(broken, "0" * 64)
    assert "pip install" in caught.value.hint


def test_missing_files_and_packages_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.onnx is missing"):
        verify(tmp_path / "model.onnx", "")
    with pytest.raises(ModelError, match="missing"):
        data_folder("no_such_package_anywhere")
