"""Salience: how much an element matters, by its mentions, its hyperedges and its company."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from hypermem_core.types import Element, Salience


def scaled(values: Sequence[int]) -> list[float]:
    """Return the values min–max scaled to 0–1; all 1 where they do not differ."""
    low, high = min(values, default=0), max(values, default=0)
    return [(value - low) / (high - low) if high > low else 1.0 for value in values]


def weighed(elements: Sequence[Element], edges: Sequence[Collection[str]]) -> list[Element]:
    """Return the elements with their salience; each part is scaled over one kind only.

    `edges` are the ids each hyperedge holds.
    """
    degree: defaultdict[str, int] = defaultdict(int)
    company: defaultdict[str, set[str]] = defaultdict(set)
    for edge in edges:
        for node_id in edge:
            degree[node_id] += 1
            company[node_id].update(edge)
    made: dict[str, Salience] = {}
    for kind in dict.fromkeys(element.element for element in elements):
        same = [element for element in elements if element.element == kind]
        parts = zip(
            scaled([len(element.mentions) for element in same]),
            scaled([degree[element.id] for element in same]),
            scaled([len(company[element.id] - {element.id}) for element in same]),
            strict=True,
        )
        for element, (frequency, centrality, diversity) in zip(same, parts, strict=True):
            mean = (frequency + centrality + diversity) / 3
            made[element.id] = Salience(frequency, centrality, diversity, mean)
    return [replace(element, salience=made[element.id]) for element in elements]
