"""Places for a bipartite picture, computed once: the same input gives the same places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

Places = dict[str, tuple[float, float]]
STEPS = 120


def fixed_layout(ids: Sequence[str], links: Mapping[str, Sequence[str]]) -> Places:
    """Return a place in the unit square for every id; linked ones lie near each other.

    A small spring layout (Fruchterman and Reingold) that starts on a circle, so nothing is random.
    """
    count = len(ids)
    if not count:
        return {}
    row = {node: number for number, node in enumerate(ids)}
    joined = np.zeros((count, count))
    for one, others in links.items():
        for other in others:
            if one in row and other in row:
                joined[row[one], row[other]] = joined[row[other], row[one]] = 1.0
    angle = 2 * np.pi * np.arange(count) * 0.381966  # the golden angle: neighbours are far apart
    radius = np.sqrt((np.arange(count) + 0.5) / count)
    at = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    natural = 1.3 / np.sqrt(count)
    for step in range(STEPS):
        apart = at[:, None, :] - at[None, :, :]
        far = np.maximum(np.linalg.norm(apart, axis=2), 0.01)
        force = natural**2 / far**2 - joined * far / natural
        move = (apart * force[:, :, None]).sum(axis=1) - 0.3 * at
        length = np.maximum(np.linalg.norm(move, axis=1, keepdims=True), 1e-9)
        at = at + move / length * np.minimum(length, 0.15 * (1 - step / STEPS))
    low, high = at.min(axis=0), at.max(axis=0)
    at = (at - low) / np.maximum(high - low, 1e-9)
    return {node: (float(at[n, 0]), float(at[n, 1])) for node, n in row.items()}
