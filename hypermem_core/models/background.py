"""What a rule may look at beside its question: the whole conversation. No prompt shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypermem_core.types import Episode


@dataclass(frozen=True, eq=False)  # told apart by identity: rules keep what they derive from it
class Background:
    """All episodes of a conversation in reading order, and how texts become unit vectors."""

    episodes: tuple[Episode, ...]
    embed: Callable[[Sequence[str]], Any]  # texts → float32 matrix, one row per text
