"""The smallest change of a knob: what a wide try left open is halved down to the knob's step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from hypermem_core.settings.knobs import Knob

Keeps = Callable[[str, Any], bool]  # path, value → whether the target is kept with it


@dataclass(frozen=True, slots=True)
class Cure:
    """One knob moved, and the trace rerun: with this value the target is kept."""

    path: str
    old: Any
    new: Any
    size: float  # share of the knob's range it moves; a switch counts as 1

    @property
    def written(self) -> str:
        """The change in words: `topic_k 15 → 18`."""
        return f"{self.path.split('.')[-1]} {self.old} → {self.new}"


Knobs = Mapping[str, tuple[Knob, Any]]  # path → what is known of the knob, its value now


def change(path: str, new: Any, knobs: Knobs) -> Cure:
    """Return a knob's move to `new`, with its size."""
    about, old = knobs[path]
    return Cure(path, old, new, abs(new - old) / _spread(about) if _number(about, new) else 1.0)


def smallest(first: Cure, rivals: Iterable[str], knobs: Knobs, keeps: Keeps) -> Cure:
    """Return the smallest change that keeps the target, given one that does.

    `rivals` are other knobs that wide steps were tried of: each is tried once more just below the
    best size. A move further the same way is taken to keep what a shorter one keeps.
    """
    best = _halved(first, knobs, keeps)
    for path in rivals:
        about, old = knobs[path]
        if path == best.path or not _number(about, old):
            continue
        for way in (1, -1):
            steps = _steps_below(best.size, about)
            new = _moved(about, old, way * steps)
            if steps and _within(about, new) and keeps(path, new):
                best = _halved(change(path, new, knobs), knobs, keeps)
    return best


def _halved(cure: Cure, knobs: Knobs, keeps: Keeps) -> Cure:
    about, old = knobs[cure.path]
    if not _number(about, cure.new):
        return cure
    way = 1 if cure.new > old else -1
    fails, does = 0, _whole(abs(cure.new - old) / _step(about))
    best = cure
    while does - fails > 1:
        middle = (fails + does) // 2
        new = _moved(about, old, way * middle)
        if keeps(cure.path, new):
            does, best = middle, change(cure.path, new, knobs)
        else:
            fails = middle
    return best


def _number(about: Knob, value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and _spread(about) > 0


def _spread(about: Knob) -> float:
    return float((about.high or 0) - (about.low or 0))


def _step(about: Knob) -> float:
    return about.step or _spread(about) / 100


def _steps_below(size: float, about: Knob) -> int:
    return max(0, _whole(size * _spread(about) / _step(about)) - 1)


def _whole(steps: float) -> int:
    return ceil(steps - 1e-9)  # 0.1 / 0.05 is a little more than 2


def _moved(about: Knob, old: Any, steps: int) -> Any:
    new = old + steps * _step(about)
    return round(new) if isinstance(old, int) else round(new, 6)


def _within(about: Knob, value: float) -> bool:
    return (about.low or 0) <= value <= (about.high or 0)
