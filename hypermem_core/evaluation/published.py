"""The paper's published numbers, to stand beside our own and never to be mixed with them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from hypermem_core import codec
from hypermem_core.types import Category


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """One line of the main table: percent by category, and overall."""

    name: str
    family: str  # "rag" or "memory"
    by_category: dict[Category, float]
    overall: float


@dataclass(frozen=True, slots=True)
class PublishedAblation:
    """One line of the ablation table: percent overall, and points lost against the full one."""

    name: str
    meaning: str
    overall: float
    change: float


@dataclass(frozen=True, slots=True)
class Published:
    """Everything published, with what must be said beside it."""

    label: str
    source: str
    metric: str
    judge: str
    answered_by: str
    systems: tuple[PublishedSystem, ...]
    ablations: tuple[PublishedAblation, ...]


def _system(row: dict[str, Any]) -> dict[str, Any]:
    scores = {name: row[name] for name in ("single-hop", "multi-hop", "temporal", "open-domain")}
    return {
        "name": row["name"],
        "family": row["family"],
        "by_category": scores,
        "overall": row["overall"],
    }


@cache
def published() -> Published:
    """Return the published tables."""
    text = (files(__package__) / "published.json").read_text(encoding="utf-8")
    data = json.loads(text)
    data["systems"] = [_system(row) for row in data["systems"]]
    found: Published = codec.decode(Published, data, "published.json")
    return found
