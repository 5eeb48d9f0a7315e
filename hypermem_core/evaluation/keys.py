"""What tells one question of a run from every other."""

from __future__ import annotations

from hypermem_core.types import Question


def key(conversation_id: str, question: Question) -> str:
    """Return what tells a question from every other, also from its own duplicate."""
    return f"{conversation_id}/{question.alias or question.id}/{question.id}"
