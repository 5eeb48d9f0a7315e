"""What the environment says: settings, keys and places; the only file that reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

from hypermem_core.settings.knobs import iter_knobs, unknown, with_value
from hypermem_core.settings.tree import Settings, preset

OTHER_NAMES = {"HYPERMEM_EXPERIMENT_NAME", "HYPERMEM_RESULTS"}


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
    for name, value in env.items():
        if name.startswith("HYPERMEM_") and name not in OTHER_NAMES:
            if name not in names:
                raise unknown(name, list(names))
            for path in names[name]:
                settings = with_value(settings, path, value)
    for path, value in (overrides or {}).items():
        settings = with_value(settings, path, value)
    return settings


def secret(name: str) -> str:
    """Return the key held by the environment variable of that name; empty if there is none."""
    return os.environ.get(name, "") if name else ""  # noqa: TID251 - the one place that reads it


def place(name: Literal["RESULTS", "EXPERIMENT_NAME"], default: str) -> str:
    """Return what `HYPERMEM_<name>` says: where results go, which is no knob of theirs."""
    return os.environ.get(f"HYPERMEM_{name}") or default  # noqa: TID251 - the one place, as above
