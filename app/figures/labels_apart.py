"""Where words stand beside their marks so that none lies on another; no room: no word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LETTER, LINE, GAP = 6.2, 14.0, 6.0  # pixels: a letter's width, a line's height, mark to word
SIDES = ("top center", "bottom center", "middle right", "middle left")


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float


def labels_apart(
    marks: Sequence[tuple[float, float]],
    words: Sequence[str],
    width: float,
    height: float,
    others: Sequence[tuple[float, float]] = (),
) -> list[str]:
    """Return each mark's side for its words, "" where they would lie on others or be cut off.

    `marks` and `others` (marks that words must not cover): places in [0, 1] of a picture of
    `width` × `height` pixels, cut off left and right only. The first in the list has the first
    choice.
    """
    points = [(x * width, y * height) for x, y in (*marks, *others)]
    taken = [Box(x - GAP, y - GAP, x + GAP, y + GAP) for x, y in points]
    found: list[str] = []
    for (x, y), word in zip(points, words, strict=False):
        free = (side for side in SIDES if _free(_box(x, y, word, side), taken, width))
        side = next(free, "") if word else ""
        if side:
            taken.append(_box(x, y, word, side))
        found.append(side)
    return found


def _box(x: float, y: float, word: str, side: str) -> Box:
    """Return where a word on a side of its mark stands; y grows upwards as in the picture."""
    long = LETTER * len(word)
    if side.endswith("center"):
        low = y + GAP if side.startswith("top") else y - GAP - LINE
        return Box(x - long / 2, low, x + long / 2, low + LINE)
    left = x + GAP if side.endswith("right") else x - GAP - long
    return Box(left, y - LINE / 2, left + long, y + LINE / 2)


def _free(box: Box, taken: Sequence[Box], width: float) -> bool:
    return (
        box.left >= 0
        and box.right <= width
        and not any(
            box.left < one.right
            and one.left < box.right
            and box.top < one.bottom
            and one.top < box.bottom
            for one in taken
        )
    )
