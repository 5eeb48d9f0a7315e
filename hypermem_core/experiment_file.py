"""`experiment.json`: what an experiment was made with – settings, versions, prompts; no secrets."""

from __future__ import annotations

import hashlib
import json
import platform
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hypermem_core import prompts
from hypermem_core.models import Models
from hypermem_core.settings import Settings, iter_knobs
from hypermem_core.store import write_atomic

NAME = "experiment.json"
PACKAGES = ("hypermem-studio", "openai", "numpy", "faiss-cpu", "faiss-gpu", "rank-bm25")


def describe(settings: Settings, models: Models) -> dict[str, Any]:
    """Return what makes an experiment what it is; keys are no settings, so none can be in it."""
    return {
        "settings": {path: value for path, _, value, _ in iter_knobs(settings)},
        "models": {
            "extraction": models.llm.name,
            "answer": models.answerer.name,
            "judge": models.judging.name,
            "embedder": models.embedder.name,
            "reranker": models.reranker.name if models.reranker else None,
        },
        "versions": {"python": platform.python_version(), **_versions()},
        "prompts": {
            name: hashlib.sha256(prompts.text(name).encode()).hexdigest()[:16]
            for name in prompts.names()
        },
    }


def write(folder: Path, settings: Settings, models: Models) -> None:
    """Write the file, or bring it up to date; when it was first written is kept."""
    path = folder / NAME
    now = datetime.now().isoformat(timespec="seconds")
    about = describe(settings, models)
    created = _created(path) or now
    text = json.dumps({"created": created, **about}, ensure_ascii=False, indent=1) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_atomic(path, text)


def _created(path: Path) -> str:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    return str(found.get("created", "")) if isinstance(found, dict) else ""


def _versions() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
