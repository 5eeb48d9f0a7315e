"""The settings tree, its presets and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hypermem_core.errors import SettingsError
from hypermem_core.settings.answering import AnswerSettings, JudgeSettings
from hypermem_core.settings.hgmem import HGMemSettings
from hypermem_core.settings.hingemem import HingeMemSettings
from hypermem_core.settings.hypermem import BuildSettings, RetrievalSettings
from hypermem_core.settings.knobs import iter_knobs, with_value
from hypermem_core.settings.models import ModelSettings
from hypermem_core.settings.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree."""

    models: ModelSettings = ModelSettings()
    build: BuildSettings = BuildSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    answer: AnswerSettings = AnswerSettings()
    judge: JudgeSettings = JudgeSettings()
    hingemem: HingeMemSettings = HingeMemSettings()
    hgmem: HGMemSettings = HGMemSettings()


@cache  # a page asks for its settings a dozen times
def preset(name: str) -> Settings:
    """Return the settings of a preset; SettingsError for an unknown name."""
    if name not in PRESETS:
        raise SettingsError(f"There is no preset {name!r}.", f"Choose {', '.join(PRESETS)}.")
    settings = Settings()
    for path, value in PRESETS[name].items():
        settings = with_value(settings, path, value)
    return settings


def build_values(settings: Settings, method: str) -> dict[str, str]:
    """Return the values that a built memory of a method depends on: path → JSON of the value."""
    sections = {"models", "build" if method == "hypermem" else method}
    return {
        path: json.dumps(value)
        for path, about, value, _ in iter_knobs(settings)
        if about.affects == "build" and path.split(".")[0] in sections
    }


def fingerprint(values: Mapping[str, str]) -> str:
    """Return a short hash of some knob values; equal values give equal hashes."""
    text = json.dumps(dict(sorted(values.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
