"""Common providers of chat models: where they are, and under which name their key is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hypermem_core.models.profile import ROLES, is_local, key_name, profile
from hypermem_core.settings import ModelSettings, secret


@dataclass(frozen=True, slots=True)
class Provider:
    """What one click fills in; the model is an example that the user may change."""

    name: str
    base_url: str
    key_env: str
    model: str
    about: str


PROVIDERS: tuple[Provider, ...] = (
    Provider(
        "OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-4.1-mini", "needs a key"
    ),
    Provider(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
        "openai/gpt-4.1-mini",
        "needs a key",
    ),
    Provider(
        "vLLM here",
        "http://localhost:8000/v1",
        "VLLM_API_KEY",
        "Qwen/Qwen3-8B",
        "`vllm serve …` on this machine, no key",
    ),
    Provider(
        "Ollama",
        "http://localhost:11434/v1",
        "OLLAMA_API_KEY",
        "qwen3:8b",
        "`ollama serve` on this machine, no key",
    ),
)


@dataclass(frozen=True, slots=True)
class KeyNeed:
    """One variable that holds a key: who uses it, and whether there is one."""

    name: str
    users: tuple[str, ...]
    state: str  # typed, environment, missing or not needed


def needs(models: ModelSettings, typed: Iterable[str]) -> tuple[KeyNeed, ...]:
    """Return the variables whose keys the chosen models read, each once."""
    users: dict[str, list[str]] = {}
    local: dict[str, bool] = {}

    def add(name: str, url: str, user: str) -> None:
        if name:
            users.setdefault(name, []).append(user)
            local[name] = local.get(name, True) and is_local(url)

    for role in ROLES:
        found = profile(models, role)
        if found is not None:
            add(found.key_name, found.base_url, role)
    if models.embedder.startswith("api:"):
        url = models.embedding_base_url or models.base_url
        own = models.embedding_api_key_env
        add(own or ("" if models.embedding_base_url else key_name(url)), url, "embedder")
    if models.reranker.partition(":")[0] in {"qwen3", "rerank"}:
        add(models.reranker_api_key_env, models.reranker_base_url, "reranker")
    known = set(typed)
    return tuple(
        KeyNeed(name, tuple(dict.fromkeys(who)), _state(name, known, local[name]))
        for name, who in users.items()
    )


def _state(name: str, typed: set[str], local: bool) -> str:
    if name in typed:
        return "typed"
    if secret(name):
        return "environment"
    return "not needed" if local else "missing"
