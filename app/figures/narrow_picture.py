"""The same picture for a narrow screen: fewer nodes, the most connected ones, in two columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from app.figures.graph_picture import LEVELS, Dot, Picture, Spoke
from app.figures.labels import shorten

ROWS = 11  # of two lines each, in the height of the frame
ROW = 56.0
APART = 120.0  # of a column from the middle
LABEL = 30
HEADS = 4  # topics above two columns of episodes and facts


def narrow(picture: Picture) -> Picture:
    """Return the picture in two columns, two lines a label, nodes with most spokes first."""
    columns = picture.columns or tuple((kind,) for kind in LEVELS)
    kinds = [kind for kind in columns if any(dot.kind in kind for dot in picture.dots)]
    degrees = Counter(spoke.node for spoke in picture.spokes if spoke.weight is not None)
    owners = {spoke.hub: spoke.node for spoke in picture.spokes if spoke.weight is None}
    degrees += Counter(owners[s.hub] for s in picture.spokes if s.hub in owners)
    parts = {kind: _most(picture, kind, degrees) for kind in kinds}
    heads = parts[kinds[0]][:HEADS] if len(kinds) > 2 else []
    rows = ROWS - (len(heads) + 1) // 2
    if len(kinds) > 1:
        left, right = (_in_order(picture, parts[kind][:rows]) for kind in kinds[-2:])
    else:
        every = _in_order(picture, parts[kinds[0]][: 2 * rows]) if kinds else []
        left, right = every[::2], every[1::2]
    dots = _pairs(heads) + _stack(left, -APART, len(heads)) + _stack(right, APART, len(heads))
    return _with_hubs(picture, dots, owners)


def _most(picture: Picture, kinds: tuple[str, ...], degrees: Counter[str]) -> list[Dot]:
    found = [dot for dot in picture.dots if dot.kind in kinds]
    return sorted(found, key=lambda dot: -degrees[dot.id])


def _in_order(picture: Picture, dots: list[Dot]) -> list[Dot]:
    place = {dot.id: number for number, dot in enumerate(picture.dots)}
    return sorted(dots, key=lambda dot: place[dot.id])


def _pairs(dots: list[Dot]) -> list[Dot]:
    if len(dots) == 1:
        return [_at(dots[0], 0.0, 0.0)]
    sides = (-APART, APART)
    return [_at(dot, sides[n % 2], ROW * (n // 2)) for n, dot in enumerate(dots)]


def _stack(dots: list[Dot], x: float, heads: int) -> list[Dot]:
    top = ROW * ((heads + 1) // 2 + (0.4 if heads else 0.0))
    return [_at(dot, x, top + ROW * number) for number, dot in enumerate(dots)]


def _at(dot: Dot, x: float, y: float) -> Dot:
    return replace(dot, x=x, y=y, label=shorten(dot.words or dot.label, LABEL))


def _with_hubs(picture: Picture, dots: list[Dot], owners: dict[str, str]) -> Picture:
    """Return the dots with the hubs that still join two of them, each at its members' height."""
    at = {dot.id: dot for dot in dots}
    bare = {dot.id for dot in picture.dots if dot.kind == "hub"}
    spokes = [s for s in picture.spokes if s.node in at and (s.hub in at or s.hub in bare)]
    joined = Counter(spoke.hub for spoke in spokes) + Counter(dict.fromkeys(at, 2))
    spokes = [spoke for spoke in spokes if joined[spoke.hub] > 1]
    hubs = [
        # between two columns there is no room for words
        replace(hub, x=0.0, y=_height(hub.id, spokes, at, owners), label="")
        for hub in picture.dots
        if hub.kind == "hub" and joined[hub.id] > 1
    ]
    total = picture.caption.split(" – ")[0].split(" of ", 1)[-1]
    caption = f"showing {len(dots):,} of {total} – the most connected that fit a narrow screen"
    return Picture((*dots, *hubs), tuple(spokes), caption, picture.columns)


def _height(hub: str, spokes: list[Spoke], at: dict[str, Dot], owners: dict[str, str]) -> float:
    if owners.get(hub) in at:
        return at[owners[hub]].y + (0.5 * ROW if at[owners[hub]].x == 0 else 0.0)
    places = [at[spoke.node].y for spoke in spokes if spoke.hub == hub]
    return sum(places) / len(places)
