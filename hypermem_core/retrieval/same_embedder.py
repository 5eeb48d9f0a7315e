"""A query and a memory must be embedded by the same model; otherwise nothing is near anything."""

from __future__ import annotations

import json

from hypermem_core.errors import ModelError
from hypermem_core.memory import Memory
from hypermem_core.settings import Settings

EMBEDDER = "models.embedder"


def require_same_embedder(memory: Memory, settings: Settings) -> None:
    """Check that a query's vector will lie in the same space as the memory's.

    Raises:
        ModelError: the memory was embedded by another model than the settings name.
    """
    made = memory.built_with.get(EMBEDDER)
    if made is not None and made != json.dumps(settings.models.embedder):
        raise ModelError(
            f"This memory was embedded by {made}, not by {settings.models.embedder}.",
            "Build it: only its vectors are made anew. Or choose the embedder it has.",
        )
