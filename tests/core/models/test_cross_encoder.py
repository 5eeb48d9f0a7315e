"""A local cross-encoder, made here: a tiny random BERT that nobody downloads."""

from pathlib import Path

import pytest

from hypermem_core.errors import ModelError
from hypermem_core.models.cross_encoder import CrossEncoderReranker

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "cat", "dog", "where"]


def saved(folder: Path, labels: int) -> CrossEncoderReranker:
    torch = pytest.importorskip("torch")
    pytest.importorskip("sentence_transformers")
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    torch.manual_seed(1)
    folder.mkdir()
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    spread = {"initializer_range": 1.0, "intermediate_size": 8, "num_labels": labels}
    config = BertConfig(vocab_size=len(WORDS), **sizes, **spread)
    BertForSequenceClassification(config).save_pretrained(folder)
    words = {word: number for number, word in enumerate(WORDS)}
    BertTokenizerFast(vocab=words).save_pretrained(folder)
    return CrossEncoderReranker(f"st:{folder}", str(folder))


@pytest.mark.slow
@pytest.mark.parametrize("labels", [1, 2])
def test_one_score_per_text_whatever_its_neighbours(tmp_path: Path, labels: int) -> None:
    reranker = saved(tmp_path / "model", labels)
    scores = reranker.score("where cat", ["cat", "dog dog", "where"])
    alone = reranker.score("where cat", ["dog dog"])
    assert len(scores) == 3
    assert scores[1] == pytest.approx(alone[0], abs=1e-5)
    assert len({round(score, 6) for score in scores}) == 3
    assert reranker.score("where", []) == []


@pytest.mark.slow
def test_a_folder_that_is_no_model_is_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    with pytest.raises(ModelError, match="cannot be loaded"):
        CrossEncoderReranker("st:x", str(tmp_path)).score("q", ["a"])
