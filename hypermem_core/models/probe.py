"""Test connection: which steps to a chat model work, and what to do about the first that fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from hypermem_core.errors import HyperMemError
from hypermem_core.models.chat import ChatModel
from hypermem_core.models.faults import REASONS
from hypermem_core.models.ladder import MODES, Ladder, Mode, Rung
from hypermem_core.models.profile import Role, profile
from hypermem_core.models.reading import parse
from hypermem_core.settings import Settings, session_keys

WORDS = 'Reply with this JSON object and nothing else: {"label": "correct", "reason": "test"}'
Name = Literal["reachable", "key", "model", "schema", "object", "plain"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: whether it works (None: not tried, or it cannot be told), in words."""

    name: Name
    works: bool | None
    words: str


@dataclass(frozen=True, slots=True)
class Probe:
    """All steps to one model, and what to do; `hint` is empty when everything needed works."""

    model: str
    host: str
    steps: tuple[Step, ...]
    hint: str = ""

    @property
    def works(self) -> bool:
        """Whether the model can be used: in one form at least JSON comes back."""
        return any(step.works for step in self.steps if step.name in MODES)


def probe(
    settings: Settings, role: Role = "extraction", keys: Mapping[str, str] | None = None
) -> Probe:
    """Ask the endpoint of a role for three tiny replies and return which steps work."""
    found = profile(settings.models, role)
    if found is None:
        return Probe("offline rules", "", (Step("plain", True, "Rules need no connection."),))
    host = urlsplit(found.base_url).hostname or found.base_url
    try:
        with session_keys(keys or {}):
            model = ChatModel.at(replace(found, tries=1, timeout=min(found.timeout, 30.0)))
    except HyperMemError as error:
        return Probe(found.model, host, (Step("key", False, error.message),), error.hint)
    steps: list[Step] = []
    problem: HyperMemError | None = None
    for mode in MODES:
        try:
            steps.append(_tried(model, mode))
            problem = None if steps[-1].works else problem
        except HyperMemError as error:
            steps.append(Step(mode, False, error.message))
            problem = error
            if _stopped_at(error) != "model" or "status 404" in error.message:
                break
    return Probe(found.model, host, (*_ground(steps, problem), *steps), _advice(steps, problem))


def _tried(model: ChatModel, mode: Mode) -> Step:
    from hypermem_core.replies import JudgeReply

    ladder = Ladder(256)
    parameters = ladder.parameters(Rung(mode), JudgeReply)
    message = model.transport.send(WORDS, parameters, 40)
    try:
        parse(message.text)
    except HyperMemError as error:
        return Step(mode, False, error.message)
    return Step(mode, True, "JSON came back.")


def _stopped_at(error: HyperMemError) -> Name:
    if "cannot be reached" in error.message:
        return "reachable"
    if REASONS[401] in error.message or REASONS[403] in error.message:
        return "key"
    return "model"


def _ground(steps: list[Step], problem: HyperMemError | None) -> list[Step]:
    """Return the steps before the forms: those up to the failing one work."""
    names: list[Name] = ["reachable", "key", "model"]
    if problem is None or any(step.works for step in steps):
        return [Step(name, True, "Works.") for name in names]
    at = names.index(_stopped_at(problem))
    return [
        Step(name, None if n > at else n < at, problem.message if n == at else "")
        for n, name in enumerate(names)
    ]


def _advice(steps: list[Step], problem: HyperMemError | None) -> str:
    if any(step.works for step in steps):
        return ""
    if problem is not None:
        return problem.hint or "Look at the endpoint's log, or choose another model."
    return "It answers, but not in JSON: choose a larger model."
