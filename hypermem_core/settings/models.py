"""Which models run, and how they are reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.settings.knobs import knob


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which models run; keys are never settings, only the name of their variable is."""

    llm: str = knob("offline", "Chat model for building and answering; `offline` = rules", "build")
    embedder: Literal["bge-small-en-v1.5", "all-MiniLM-L6-v2"] = knob(
        "bge-small-en-v1.5", "Embedder; bge-small runs embedded, MiniLM imports torch", "build"
    )
    reranker: Literal["ms-marco-MiniLM-L-12-v2"] = knob(
        "ms-marco-MiniLM-L-12-v2", "Cross-encoder used where reranking is on", "retrieve"
    )
    base_url: str = knob("https://api.openai.com/v1", "Endpoint of the chat model", "build")
    api_key_env: str = knob("OPENAI_API_KEY", "Name of the variable holding the key", "build")
