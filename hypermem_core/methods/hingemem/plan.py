"""The query plan: which elements a question asks for, in which order, and how much it needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hypermem_core.errors import ReplyError
from hypermem_core.methods.hingemem import aliases, times
from hypermem_core.methods.hingemem.elements import plain_name
from hypermem_core.models import Models
from hypermem_core.models.ask import ask
from hypermem_core.replies import PlanReply
from hypermem_core.retrieval.dense import unit
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.settings import HingeMemSettings
from hypermem_core.types import Element, ElementKind, HingePlan, PlannedElement, Segment

KINDS: tuple[ElementKind, ...] = ("time", "person", "location", "topic")
MOST_PERSONS = 30  # names shown to the planner, the most salient first


def elements_of(index: MemoryIndex) -> list[Element]:
    """Return the memory's elements in the order they were added."""
    nodes = (index.graph.nodes[node_id] for node_id in index.ids("element"))
    return [node for node in nodes if isinstance(node, Element)]


def make_plan(
    index: MemoryIndex, query: str, knobs: HingeMemSettings, models: Models
) -> tuple[HingePlan, str]:
    """Return the plan with the nodes its elements match, and a note if no plan could be made.

    Raises:
        ModelError: a model cannot be reached.
    """
    nodes = elements_of(index)
    persons = sorted(
        (node for node in nodes if node.element == "person"),
        key=lambda node: -node.salience.value,
    )
    try:
        reply = ask(
            models.llm,
            "hingemem/plan",
            PlanReply,
            question=query,
            persons=tuple(node.name for node in persons[:MOST_PERSONS]),
            today=_today(index),
        )
    except ReplyError as error:
        return HingePlan("recall", (), KINDS), f"no plan, so everything is fetched: {error.message}"
    order = priority(reply.priority)
    weights = {kind: 1 - knobs.priority_step * rank for rank, kind in enumerate(order)}
    match = _Matcher(index, nodes, models, knobs.same_element)
    planned = tuple(
        PlannedElement(kind, name, match(kind, name) if knobs.node_index else (), weights[kind])
        for kind, name in _named(reply)
    )
    return HingePlan(reply.type, planned, order), ""


def _today(index: MemoryIndex) -> object:
    nodes = (index.graph.nodes[node_id] for node_id in index.ids("segment"))
    ends = [node.end for node in nodes if isinstance(node, Segment) and node.end]
    return max(ends, default=None)


def priority(said: Iterable[ElementKind]) -> tuple[ElementKind, ...]:
    """Return all four kinds once: those a plan names first, in its order."""
    return tuple(dict.fromkeys([*said, *KINDS]))


def _named(reply: PlanReply) -> list[tuple[ElementKind, str]]:
    fields: tuple[tuple[ElementKind, Sequence[str]], ...] = (
        ("person", reply.persons),
        ("time", reply.times),
        ("location", reply.locations),
        ("topic", reply.topics),
    )
    pairs = [(kind, name.strip()) for kind, names in fields for name in names if name.strip()]
    return list(dict.fromkeys(pairs))


class _Matcher:
    """Finds the nodes a planned element means: by name, alias, time overlap, or a like name."""

    def __init__(
        self, index: MemoryIndex, nodes: Sequence[Element], models: Models, same: float
    ) -> None:
        self.index, self.models, self.same = index, models, same
        self.nodes = {kind: [n for n in nodes if n.element == kind] for kind in KINDS}

    def __call__(self, kind: ElementKind, name: str) -> tuple[str, ...]:
        nodes = self.nodes[kind]
        if kind == "time":
            return tuple(node.id for node in nodes if times.overlap(name, node.name))
        key = aliases.bare(name) if kind == "person" else plain_name(name)
        found = [node.id for node in nodes if key in _keys(node)]
        if not found and kind != "person":
            found = self._alike(name, nodes)
        return tuple(found)

    def _alike(self, name: str, nodes: Sequence[Element]) -> list[str]:
        if not nodes:
            return []
        ids = [node.id for node in nodes]
        asked = unit(self.models.embedder.documents([name]))[0]
        near = unit(self.index.vectors.rows(ids)) @ asked
        return [ids[i] for i in np.flatnonzero(near >= self.same).tolist()]


def _keys(node: Element) -> set[str]:
    plain = aliases.bare if node.element == "person" else plain_name
    return {plain(name) for name in (node.name, *node.aliases)}
