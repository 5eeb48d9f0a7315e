from hashlib import sha256
from pathlib import Path

import pytest

from hypermem_core.errors import ModelError
from hypermem_core.models.files import SHA256, counting_tokenizer, data_folder, model_file, verify


def test_a_file_with_its_own_hash_passes(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"weights")
    assert verify(path, sha256(b"weights").hexdigest()) == path


def test_one_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"weightz")
    with pytest.raises(ModelError, match=r"model\.onnx is damaged") as caught:
        verify(path, sha256(b"weights").hexdigest())
    assert "--force-reinstall" in caught.value.hint


def test_a_missing_file_or_package_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is missing") as missing:
        verify(tmp_path / "model.onnx", "")
    with pytest.raises(ModelError, match="no_such_package_anywhere") as absent:
        data_folder("no_such_package_anywhere")
    assert missing.value.hint and missing.value.hint == absent.value.hint


def test_the_package_is_found_without_running_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package_that_must_not_run"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('it ran')")
    monkeypatch.syspath_prepend(tmp_path)
    assert data_folder(package.name) == package / "models" / "data"


@pytest.mark.parametrize("name", [name for name in SHA256 if name.endswith(".json")])
def test_the_installed_tokenizers_are_the_ones_we_measured_with(name: str) -> None:
    assert model_file(name).is_file()


def test_counting_is_neither_cut_nor_padded() -> None:
    def count(text: str) -> int:
        return len(counting_tokenizer().encode(text, add_special_tokens=False).ids)

    assert count("") == 0
    assert count("cat") == 1
    assert count("cat " * 700) == 700  # the embedder itself stops at 512
