"""The chat models of the three roles: one object for each model, one gate for each endpoint."""

from __future__ import annotations

from pathlib import Path

from hypermem_core.models import LLM
from hypermem_core.models.offline import OfflineRules
from hypermem_core.models.profile import ROLES, Profile, profile
from hypermem_core.models.throttle import Gates
from hypermem_core.settings import ModelSettings


def llms_for(
    settings: ModelSettings, replies: Path | None = None, gates: Gates | None = None
) -> tuple[LLM, LLM, LLM]:
    """Return the models that extract, answer and judge; equal profiles share one.

    Raises:
        ModelError: there is no key.
    """
    made: dict[Profile | None, LLM] = {None: OfflineRules()}
    gates = gates if gates is not None else Gates.of(settings)
    for role in ROLES:
        wanted = profile(settings, role)
        if wanted is not None and wanted not in made:
            from hypermem_core.models.chat import ChatModel

            made[wanted] = ChatModel.at(wanted, replies, gates.before(wanted.base_url))
    extraction, answer, judge = (made[profile(settings, role)] for role in ROLES)
    return extraction, answer, judge
