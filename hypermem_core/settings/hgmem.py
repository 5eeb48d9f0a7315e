"""How HGMem builds its graph and works through a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HGMemSettings:
    """Chunks, rounds, candidates and limits."""
