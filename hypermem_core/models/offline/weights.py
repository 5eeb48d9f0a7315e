"""Weighs a text by what it tells: rare words, names, numbers and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.keywords import terms

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'-]+")
LEAST = 0.15  # a member always belongs a little


def information(text: str) -> float:
    """Return from 0 to 1 how much a text tells: different terms, names and numbers, saturating."""
    distinct = len(set(terms(text)))
    precise = len(set(_NUMBER.findall(text))) + len(set(_NAME.findall(text)))
    amount = distinct + 2 * precise
    return amount / (amount + 12)


def scaled(value: float) -> float:
    """Return a value from 0 to 1 as a weight from `LEAST` to 1, with three decimals."""
    return round(LEAST + (1 - LEAST) * min(1.0, max(0.0, value)), 3)


def described(shared: Sequence[str]) -> str:
    """Return the rationale's first half: the words shared."""
    return f"Shares {', '.join(shared[:4])}" if shared else "Shares no keyword"
