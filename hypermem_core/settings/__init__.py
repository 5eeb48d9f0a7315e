"""The settings: every knob with its default, range, help and what it affects; presets.

Precedence: default < preset < `HYPERMEM_*` environment < what the user moved (UI, `--set`).
"""

from hypermem_core.settings.answering import AnswerSettings, JudgeSettings
from hypermem_core.settings.environment import OTHER_NAMES, load, place, secret, session_keys
from hypermem_core.settings.hgmem import HGMemSettings
from hypermem_core.settings.hingemem import HingeMemSettings
from hypermem_core.settings.hypermem import BuildSettings, RetrievalSettings
from hypermem_core.settings.knobs import Affects, Knob, choices, iter_knobs, knob, with_value
from hypermem_core.settings.models import ModelSettings
from hypermem_core.settings.presets import PRESETS
from hypermem_core.settings.tree import Settings, build_values, fingerprint, preset

__all__ = [
    "PRESETS",
    "OTHER_NAMES",
    "Affects",
    "AnswerSettings",
    "BuildSettings",
    "HGMemSettings",
    "HingeMemSettings",
    "JudgeSettings",
    "Knob",
    "ModelSettings",
    "RetrievalSettings",
    "Settings",
    "build_values",
    "choices",
    "fingerprint",
    "iter_knobs",
    "knob",
    "load",
    "place",
    "preset",
    "secret",
    "session_keys",
    "with_value",
]
