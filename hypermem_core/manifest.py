"""What is written beside a memory: what made it, what it cost, what it had to do without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hypermem_core.types import Usage


@dataclass(frozen=True, slots=True)
class BuildStatus:
    """Whether a memory exists and fits the settings; `changed` are the knobs that differ."""

    state: Literal["missing", "built", "stale"]
    changed: tuple[str, ...] = ()
    built_at: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    degraded: int = 0  # items that had to do without a reply; building again asks for them

    @property
    def only_vectors(self) -> bool:
        """Whether nothing but the embedder differs: the graph stays, its vectors are stale."""
        return self.state == "stale" and self.changed == ("models.embedder",)


# What may be wrong in a reply and is put right: one of it, several.
MENDED = {
    "weight": (
        "weight was outside 0–1 and was clamped",
        "weights were outside 0–1 and were clamped",
    ),
    "no weight": ("weight was no number: it is 0.5", "weights were no numbers: they are 0.5"),
    "role": (
        "unknown role was mapped to the default one",
        "unknown roles were mapped to the default one",
    ),
    "no role": (
        "member was given no role: it has the default one",
        "members were given no role: they have the default one",
    ),
    "id": (
        "name of something that was not offered was ignored",
        "names of something that was not offered were ignored",
    ),
}


def mended_words(mended: Mapping[str, int]) -> str:
    """Return what was put right in one sentence, "" for nothing: `3 weights were outside 0–1 …`."""
    kinds = [*MENDED, *sorted(set(mended) - set(MENDED))]
    found = [(kind, mended.get(kind, 0)) for kind in kinds]
    parts = [f"{n:,} {MENDED.get(kind, (kind, kind))[n > 1]}" for kind, n in found if n]
    return f"{'; '.join(parts)}." if parts else ""


@dataclass(frozen=True, slots=True)
class DegradedItem:
    """An item kept without a model's reply, and why."""

    item: str
    prompt: str
    reason: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a finished build was made with; written last, so its presence means `built`."""

    method: str
    conversation_id: str
    title: str
    made_by: str
    built_with: dict[str, str]
    counts: dict[str, int]
    version: int = 1
    degraded: tuple[DegradedItem, ...] = ()
    usage: dict[str, Usage] = field(default_factory=dict)  # by stage; kept replies included
    mended: dict[str, int] = field(default_factory=dict)  # what replies had wrong, see MENDED


@dataclass(frozen=True, slots=True)
class Damaged:
    """A memory that was built, but whose files cannot be read any more."""

    method: str
    conversation_id: str
    why: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Everything about a build that differs between two equal runs."""

    created: str = ""
    seconds: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)
    cached: int = 0  # calls answered from kept replies
    model_seconds: float = 0.0  # of those that were not
    usage: dict[str, Usage] = field(default_factory=dict)  # by stage; `cached` and real seconds
