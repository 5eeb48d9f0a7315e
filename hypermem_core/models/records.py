"""The record of one call, for whoever wants to see the raw reply beside what was read from it."""

from __future__ import annotations

from pathlib import Path

from hypermem_core.errors import DataError
from hypermem_core.models.cache import Kept, ReplyCache


def record_of(replies: Path, key: str) -> Kept:
    """Return the kept reply of a `ModelCalled.key`: prompt, raw text, parsed JSON, tokens.

    Raises:
        DataError: there is no such file or key, or the file is damaged.
    """
    kept = ReplyCache(replies).get(key) if replies.exists() else None
    if kept is None:
        raise DataError(
            "The raw reply is not kept any more.", "Build again: it is then asked for again."
        )
    return kept
