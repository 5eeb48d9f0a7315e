"""What the environment says: settings, keys and places; the only file that reads it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

from hypermem_core.settings.knobs import iter_knobs, unknown, with_value
from hypermem_core.settings.tree import Settings, preset

OTHER_NAMES = {"HYPERMEM_EXPERIMENT_NAME", "HYPERMEM_RESULTS"}
# The official code's names, without our prefix; a `HYPERMEM_` name of the same knob wins.
OFFICIAL_NAMES = {
    "OPENAI_BASE_URL": "models.base_url",
    "OPENROUTER_BASE_URL": "models.base_url",
    "EMBEDDING_BASE_URL": "models.embedding_base_url",
    "RERANKER_BASE_URL": "models.reranker_base_url",
}

# Who has a key for OpenRouter only means OpenRouter.
OPENROUTER = {
    "models.base_url": "https://openrouter.ai/api/v1",
    "models.api_key_env": "OPENROUTER_API_KEY",
}


def _environment_names(settings: Settings) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for path, about, _, _ in iter_knobs(settings):
        names["HYPERMEM_" + path.replace(".", "_").upper()] = [path]
        if about.env:
            names.setdefault("HYPERMEM_" + about.env, []).append(path)
    return names


def load(
    env: Mapping[str, str] | None = None,
    preset_name: str = "readme",
    overrides: Mapping[str, Any] | None = None,
) -> Settings:
    """Return preset, environment and overrides as one tree.

    Raises:
        SettingsError: unknown `HYPERMEM_` variable or path, or a bad value.
    """
    env = os.environ if env is None else env  # noqa: TID251 - the one place that reads it
    settings = preset(preset_name)
    names = _environment_names(settings)
    if env.get("OPENROUTER_API_KEY") and not env.get("OPENAI_API_KEY"):
        for path, value in OPENROUTER.items():
            settings = with_value(settings, path, value)
    for name, path in OFFICIAL_NAMES.items():
        if env.get(name):
            settings = with_value(settings, path, env[name])
    for name, value in env.items():
        if name.startswith("HYPERMEM_") and name not in OTHER_NAMES:
            if name not in names:
                raise unknown(name, list(names))
            for path in names[name]:
                settings = with_value(settings, path, value)
    for path, value in (overrides or {}).items():
        settings = with_value(settings, path, value)
    return settings


_SESSION: ContextVar[Mapping[str, str] | None] = ContextVar("session keys", default=None)


@contextmanager
def session_keys(keys: Mapping[str, str]) -> Iterator[None]:
    """Let `secret` find keys that were typed for this session; they are kept nowhere."""
    token = _SESSION.set({**(_SESSION.get() or {}), **keys})
    try:
        yield
    finally:
        _SESSION.reset(token)


def secret(name: str) -> str:
    """Return the key given for the session or held by the variable of that name; "" for none."""
    if not name:
        return ""
    typed = (_SESSION.get() or {}).get(name, "")
    return typed or os.environ.get(name, "")  # noqa: TID251 - the one place that reads it


def place(name: Literal["RESULTS", "EXPERIMENT_NAME"], default: str) -> str:
    """Return what `HYPERMEM_<name>` says: where results go, which is no knob of theirs."""
    return os.environ.get(f"HYPERMEM_{name}") or default  # noqa: TID251 - the one place, as above
