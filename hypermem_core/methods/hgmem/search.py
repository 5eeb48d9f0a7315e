"""Search: what one sub-query finds – entities of its space, their relations, chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from hypermem_core.methods.hgmem.candidates import Chosen
from hypermem_core.methods.hgmem.scores import QueryScores, Scores, best
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Found, SubQuery, SubSearch


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches one graph with the limits of the settings."""

    view: GraphView
    knobs: HGMemSettings

    def search(self, query: SubQuery, scores: QueryScores, chosen: Chosen) -> SubSearch:
        """Return what a sub-query finds in its space; chunks of the dense list may lie outside."""
        started = perf_counter()
        space, allowed = chosen
        entities = self.entities(scores, allowed)
        relations = self.relations(scores, [one.node_id for one in entities])
        chunks = self.chunks(scores, [one.node_id for one in entities])
        seconds = perf_counter() - started
        return SubSearch(query.id, space, entities, relations, chunks, seconds)

    def entities(self, scores: QueryScores, allowed: frozenset[str]) -> tuple[Found, ...]:
        """Return the n_v entities of the space that are nearest, none below the floor."""
        ids, near = scores.ids("entity"), scores.dense("entity")
        rows = np.flatnonzero(near >= self.knobs.cosine_floor).tolist()
        kept = best(ids, near, [r for r in rows if ids[r] in allowed], self.knobs.entity_k)
        return _found(ids, near, kept)

    def relations(self, scores: QueryScores, entities: Sequence[str]) -> tuple[Found, ...]:
        """Return the n_e nearest relations, of each entity or of all of them together."""
        ids, near = scores.ids("fact"), scores.of("fact", self.knobs.chunk_rank)
        row = self.view.index.dense("fact").vectors.row
        groups = [self.view.relations.get(entity, []) for entity in entities]
        if self.knobs.relations_per == "query":
            groups = [[fragment for group in groups for fragment in group]]
        kept: dict[int, None] = {}
        for group in groups:
            rows = list(dict.fromkeys(row[fragment] for fragment in group))
            kept.update(dict.fromkeys(best(ids, near, rows, self.knobs.relation_k)))
        return _found(ids, near, best(ids, near, list(kept), len(kept)))

    def chunks(self, scores: QueryScores, entities: Iterable[str]) -> tuple[Found, ...]:
        """Return the nearest chunks: some of all chunks, the others from the entities' sources."""
        ids, near = scores.ids("chunk"), scores.of("chunk", self.knobs.chunk_rank)
        row = self.view.index.dense("chunk").vectors.row
        dense = min(self.knobs.dense_chunks, self.knobs.chunk_k)
        anywhere = best(ids, near, None, dense)
        sources = {
            row[chunk]
            for entity in entities
            if not self.view.entities[entity].speaker  # whose sources are all chunks
            for chunk in self.view.chunks_of_entity[entity]
        }
        rest = self.knobs.chunk_k - dense
        graph = best(ids, near, list(sources - set(anywhere)), rest)
        ranked = best(ids, near, [*anywhere, *graph], self.knobs.chunk_k)
        by_graph = set(graph)
        return tuple(
            Found(ids[r], round(float(near[r]), 6), "graph" if r in by_graph else "dense")
            for r in ranked
        )


def _found(ids: Sequence[str], scores: Scores, rows: Iterable[int]) -> tuple[Found, ...]:
    return tuple(Found(ids[r], round(float(scores[r]), 6)) for r in rows)
