"""The steps to a chat model: does it answer, and in which forms does it give JSON?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from hypermem_core.errors import HyperMemError
from hypermem_core.models.chat import ChatModel
from hypermem_core.models.ladder import MODES, Ladder, Mode, Rung
from hypermem_core.models.probe.steps import (
    PATIENCE,
    Probe,
    Step,
    advice,
    ground,
    said,
    stopped_at,
    unmade,
)
from hypermem_core.models.profile import Role, profile
from hypermem_core.models.reading import parse
from hypermem_core.settings import Settings, session_keys

WORDS = 'Reply with this JSON object and nothing else: {"label": "correct", "reason": "test"}'


def probe_chat(
    settings: Settings, role: Role = "extraction", keys: Mapping[str, str] | None = None
) -> Probe:
    """Ask the endpoint of a role for three tiny replies and return which steps work."""
    found = profile(settings.models, role)
    if found is None:
        return Probe("offline rules", "", (Step("plain", True, "Rules need no connection."),))
    host = urlsplit(found.base_url).hostname or found.base_url
    try:
        with session_keys(keys or {}):
            model = ChatModel.at(replace(found, tries=1, timeout=min(found.timeout, PATIENCE)))
    except HyperMemError as error:
        return unmade(found.model, error, host)
    steps: list[Step] = []
    problem: HyperMemError | None = None
    for mode in MODES:
        try:
            steps.append(_tried(model, mode))
            problem = None if steps[-1].works else problem
        except HyperMemError as error:
            steps.append(Step(mode, False, said(error)))
            problem = error
            if stopped_at(error) != "model" or "status 404" in error.message:
                break
    works = any(step.works for step in steps)
    first = ground(None if works else problem)
    return Probe(found.model, host, (*first, *steps), "" if works else _advice(problem))


def _tried(model: ChatModel, mode: Mode) -> Step:
    from hypermem_core.replies import JudgeReply

    ladder = Ladder(256)
    parameters = ladder.parameters(Rung(mode), JudgeReply)
    message = model.transport.send(WORDS, parameters, 40)
    try:
        parse(message.text)
    except HyperMemError as error:
        return Step(mode, False, error.message)
    return Step(mode, True)


def _advice(problem: HyperMemError | None) -> str:
    if problem is not None:
        return advice(problem, "Look at the endpoint's log, or choose another model.")
    return "It answers, but not in JSON: choose a larger model."
