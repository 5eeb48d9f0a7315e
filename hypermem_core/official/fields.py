"""Fields of foreign JSON as the types they should have; anything else counts as absent."""

from __future__ import annotations

from sys import float_info
from typing import Any


def text(value: Any) -> str:
    """Return a text without half characters, a number written out, or "" for anything else."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def texts(value: Any) -> tuple[str, ...]:
    """Return the texts of a list that are not empty."""
    return tuple(found for item in rows(value) if (found := text(item)))


def rows(value: Any) -> list[Any]:
    """Return a list; for anything else an empty one."""
    return value if isinstance(value, list) else []


def table(value: Any) -> dict[str, Any]:
    """Return an object; for anything else an empty one."""
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list."""
    return [item for item in rows(value) if isinstance(item, dict)]


def number(value: Any) -> float | None:
    """Return a finite number, None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= float_info.max else None  # a longer int raises
