"""The state of this installation: its models, and where its files lie."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

from app import state
from app.components.export import export
from app.providers import needs
from hypermem_core.errors import ModelError
from hypermem_core.models.files import model_file
from hypermem_core.models.profile import Role, profile
from hypermem_core.settings import ModelSettings, Settings

DOES: dict[Role, str] = {"extraction": "builds", "answer": "answers", "judge": "judges"}
EMBEDDED = {
    "bge-small-en-v1.5": "bge_small_en/model.onnx",
    "ms-marco-MiniLM-L-12-v2": "reranker_en/model.onnx",
}


def models_table(settings: Settings) -> None:
    """Draw which model does what, and whether it is ready."""
    chosen = settings.models
    rows = [
        *((what, *_chat_model(chosen, role)) for role, what in DOES.items()),
        ("embeds", chosen.embedder, embedded_state(chosen.embedder)),
        ("reranks", chosen.reranker, embedded_state(chosen.reranker)),
    ]
    frame = pd.DataFrame(rows, columns=["what it does", "model", "state"])
    st.dataframe(frame, hide_index=True, width="stretch")
    export(frame, "models")


def _chat_model(chosen: ModelSettings, role: Role) -> tuple[str, str]:
    """Return the model of a role and where it is."""
    found = profile(chosen, role)
    if found is None:
        return "offline rules", "ready: no key, no network"
    lacking = [n.name for n in needs(chosen, state.keys()) if n.state == "missing"]
    where = f"at {urlsplit(found.base_url).netloc.rpartition('@')[2]}"
    return found.model, f"{found.key_name} is missing" if found.key_name in lacking else where


def embedded_state(name: str) -> str:
    """Return whether the files of an embedded model are there and whole."""
    kind = name.partition(":")[0]
    if kind in {"api", "qwen3", "rerank"}:
        return "asked at its endpoint when first used"
    if name in {"none", "llm"}:
        return {"none": "off", "llm": "the chat model above"}[name]
    if name not in EMBEDDED:
        return "loaded through sentence-transformers when first used"
    try:
        model_file(EMBEDDED[name])
    except ModelError as error:
        return f"not usable: {error.message}"
    return "ready: embedded, checksum verified"


def places_table(root: Path, experiment: str, source: str) -> None:
    """Draw where conversations, memories, evaluations and replies are kept."""
    rows = [
        ("conversations, opened", source or "none"),
        ("conversations, uploaded", str(root / "imports")),
        ("memories", str(root / experiment / "memory")),
        ("evaluations", str(root / experiment / "eval")),
        ("model replies", str(root / "replies.db")),
        ("vectors that were paid for", str(root / "vectors.db")),
    ]
    frame = pd.DataFrame(rows, columns=["what", "where"])
    st.dataframe(frame, hide_index=True, width="stretch")
    export(frame, "places")
