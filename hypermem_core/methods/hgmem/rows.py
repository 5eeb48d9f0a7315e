"""Rows: what the prompts of a round show of points, entities, relations and chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hypermem_core.methods.hgmem.graph import described
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.replies import EntityRow, EvidenceRow, PointRow
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Found, Point, SubSearch

NEARBY = 5  # entities beside the memory that the judge is shown
DESCRIPTION = 70  # words of an entity's description, about 100 tokens


@dataclass(frozen=True, slots=True)
class Tables:
    """The three tables of a round, and the nodes their rows stand for."""

    entities: list[EntityRow]
    relations: list[EvidenceRow]
    chunks: list[EvidenceRow]
    sources: dict[str, str]  # row → node


def point_rows(points: Iterable[Point], working: Working, knobs: HGMemSettings) -> list[PointRow]:
    """Return points as prompts show them."""
    hubs = working.view.hubs(knobs.hub_percentile)
    return [
        PointRow(
            point.id,
            tuple(working.name(member) for member in point.members),
            point.description,
            tuple(working.name(member) for member in point.members if member not in hubs),
        )
        for point in points
    ]


def tables(searches: Sequence[SubSearch], view: GraphView, knobs: HGMemSettings) -> Tables:
    """Return what a round found as tables: relations by similarity, chunks in reading order."""
    hubs = view.hubs(knobs.hub_percentile)
    entities = _united(search.entities for search in searches)
    relations = _united(search.relations for search in searches)
    chunks = sorted(one.node_id for one in _united(search.chunks for search in searches))
    sources: dict[str, str] = {}
    told: list[EvidenceRow] = []
    for one in _within(relations, view, knobs.read_relations):
        row = f"r{len(told) + 1}"
        sources[row] = one.node_id
        told.append(_relation_row(row, one.node_id, view, hubs))
    read: list[EvidenceRow] = []
    for chunk in _first(chunks, view, knobs.read_chunks):
        row = f"c{len(read) + 1}"
        sources[row] = chunk
        read.append(EvidenceRow(row, view.chunks[chunk].text))
    return Tables([_entity_row(one.node_id, view) for one in entities], told, read, sources)


def nearby(working: Working, knobs: HGMemSettings, ranked: Sequence[str]) -> list[EntityRow]:
    """Return the entities one step outside the memory that come first in `ranked`."""
    view = working.view
    hubs = view.hubs(knobs.hub_percentile)
    inside = working.members
    near = {
        other
        for member in inside
        if member in view.entities and member not in hubs
        for other in view.neighbours[member]
    }
    near -= inside | hubs
    chosen = [node_id for node_id in ranked if node_id in near][:NEARBY]
    return [_entity_row(node_id, view) for node_id in chosen]


def _united(groups: Iterable[Sequence[Found]]) -> list[Found]:
    """Return what several searches found, the best score of each, best first."""
    found: dict[str, Found] = {}
    for one in (one for group in groups for one in group):
        if one.node_id not in found or found[one.node_id].score < one.score:
            found[one.node_id] = one
    return sorted(found.values(), key=lambda one: (-one.score, one.node_id))


def _within(found: Sequence[Found], view: GraphView, budget: int) -> list[Found]:
    kept: list[Found] = []
    for one in found:
        budget -= view.index.evidence(one.node_id, 0.0).tokens
        if budget < 0:
            break
        kept.append(one)
    return kept


def _first(chunks: Sequence[str], view: GraphView, budget: int) -> list[str]:
    kept: list[str] = []
    for chunk in chunks:
        budget -= view.index.evidence(chunk, 0.0).tokens
        if budget < 0:
            break
        kept.append(chunk)
    return kept


def _relation_row(row: str, fragment_id: str, view: GraphView, hubs: frozenset[str]) -> EvidenceRow:
    names = {member: view.entities[member].name for member in view.tied.get(fragment_id, ())}
    text = view.index.evidence(fragment_id, 0.0).text
    main = tuple(name for member, name in names.items() if member not in hubs)
    return EvidenceRow(row, text, tuple(names.values()), main)


def _entity_row(entity_id: str, view: GraphView) -> EntityRow:
    entity = view.entities[entity_id]
    texts = [view.index.evidence(fragment, 0.0).text for fragment in entity.fragments]
    about = "" if entity.speaker else described(texts, DESCRIPTION)
    return EntityRow(entity.name, entity.type, about)
