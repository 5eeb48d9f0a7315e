"""Collects what an import repaired, dropped, guessed or noticed, so that nothing is silent."""

from __future__ import annotations

from typing import Literal

from hypermem_core.types import Finding

Action = Literal["repaired", "dropped", "guessed", "noted"]
EXAMPLES = 5
LONGEST = 160


class Findings:
    """Counts findings by kind, in order of first appearance, with the first few examples."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}
        self._actions: dict[str, Action] = {}

    def add(self, kind: str, example: str = "", action: Action = "noted") -> None:
        """Count one more of `kind`; the first different examples are kept."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self._actions.setdefault(kind, action)
        kept = self._examples.setdefault(kind, [])
        example = _short(example)
        if example and len(kept) < EXAMPLES and example not in kept:
            kept.append(example)

    def forget(self) -> None:
        """Start again: what was found belonged to a way of reading that did not fit."""
        self._counts.clear()
        self._examples.clear()
        self._actions.clear()

    def done(self) -> tuple[Finding, ...]:
        """Return everything found so far."""
        return tuple(
            Finding(kind, count, tuple(self._examples[kind]), self._actions[kind])
            for kind, count in self._counts.items()
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
