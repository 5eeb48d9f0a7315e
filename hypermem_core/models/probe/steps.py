"""What a test of a connection found, step by step; what an error says about where it stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from hypermem_core.errors import HyperMemError
from hypermem_core.models.faults import REASONS
from hypermem_core.settings import ModelSettings

Form = Literal["schema", "object", "plain"]  # how a chat model gives JSON: one is enough
Name = Literal[
    "reachable",
    "key",
    "model",
    "schema",
    "object",
    "plain",
    "loads",
    "dimension",
    "batch",
    "query",
    "scores",
    "sense",
    "seconds",
]
FORMS: tuple[Form, ...] = get_args(Form)
GROUND: tuple[Name, ...] = ("reachable", "key", "model")
PATIENCE = 30.0  # seconds a test waits at most; a local model may take longer to load


@dataclass(frozen=True, slots=True)
class Step:
    """One step: whether it works (None: not tried, or it cannot be told), in words."""

    name: Name
    works: bool | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """All steps to one model, and what to do; `hint` is empty when everything needed works."""

    model: str
    host: str
    steps: tuple[Step, ...]
    hint: str = ""

    @property
    def works(self) -> bool:
        """Whether the model can be used: JSON comes back in one form at least; no step fails."""
        forms = [step for step in self.steps if step.name in FORMS]
        needed = [step for step in self.steps if step not in forms]
        usable = any(step.works for step in forms or needed)
        return usable and not any(step.works is False for step in needed)


def once(settings: ModelSettings) -> ModelSettings:
    """Return the settings for a test: one try, and no long wait."""
    return replace(settings, tries=1, timeout_seconds=min(settings.timeout_seconds, PATIENCE))


def stopped_at(error: HyperMemError) -> Name:
    """Return which of the first three steps an endpoint's error is about."""
    if "cannot be reached" in error.message:
        return "reachable"
    if any(REASONS[status] in error.message for status in (401, 402, 403)):
        return "key"
    return "model"


def ground(problem: HyperMemError | None) -> tuple[Step, ...]:
    """Return the first three steps: those before the failing one work, those after are untried."""
    if problem is None:
        return tuple(Step(name, True) for name in GROUND)
    at = GROUND.index(stopped_at(problem))
    return tuple(
        Step(name, None if n > at else n < at, said(problem) if n == at else "")
        for n, name in enumerate(GROUND)
    )


def said(error: HyperMemError) -> str:
    """Return an error's sentence; here no run stops, and there was one try."""
    return error.message.removeprefix("The run stops: ").replace(", one try)", ")")


def advice(error: HyperMemError, otherwise: str) -> str:
    """Return what to do about an error; here nothing was begun that could go on."""
    before, begun, _ = error.hint.partition(", then start again")
    return f"{before}." if begun else error.hint or otherwise


def unmade(model: str, error: HyperMemError, host: str = "") -> Probe:
    """Return the probe of a model that the settings do not lead to: no address, key or name."""
    about: dict[str, Name] = {"address": "reachable", "no key": "key"}
    step: Name = next((about[words] for words in about if words in error.message), "model")
    return Probe(model, host, (Step(step, False, said(error)),), error.hint)
