"""How HingeMem builds and retrieves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HingeMemSettings:
    """Boundaries, merging, planning and the adaptive stop."""
