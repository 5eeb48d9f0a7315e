"""When an answer says that nothing is known: LoCoMo's official strings for category 5."""

from __future__ import annotations

ABSTENTIONS = ("no information available", "not mentioned")


def abstains(answer: str) -> bool:
    """Tell whether an answer says that nothing is known, by the official strings."""
    return any(phrase in answer.lower() for phrase in ABSTENTIONS)
