"""The end of a question: all its searches as stages, and the context the answer reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hypermem_core.methods.hgmem.fragments import fragment_scores
from hypermem_core.methods.hgmem.scores import QueryScores, Scores, best
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.retrieval.text import count_tokens
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import (
    Cut,
    Evidence,
    HGMemRounds,
    Point,
    Ranked,
    Ranking,
    StageRanking,
    SubSearch,
)

SHOWN = 100  # ranks beyond what was kept that a stage tells
LEAD = 20  # fragments that stand before the points in the context


@dataclass(frozen=True)
class Final:
    """One question's searches, united."""

    view: GraphView
    knobs: HGMemSettings
    question: str
    detail: HGMemRounds
    scores: Mapping[str, QueryScores]  # by sub-query

    @cached_property
    def searches(self) -> tuple[SubSearch, ...]:
        """The searches of all rounds."""
        return tuple(search for each in self.detail.rounds for search in each.searches)

    @property
    def main(self) -> QueryScores:
        """The scores of the question itself."""
        return self.scores["q0"]

    def stages(self) -> tuple[StageRanking, ...]:
        """Return entity → relation → chunk → fragment; kept is what any round found."""
        entities = {one.node_id for search in self.searches for one in search.entities}
        relations = {one.node_id for search in self.searches for one in search.relations}
        chunks = {one.node_id for search in self.searches for one in search.chunks}
        near = {f for entity in entities for f in self.view.relations.get(entity, ())} | relations
        how = self.knobs.chunk_rank
        return (
            self._stage("entity", "entity", None, {"dense": self.main.dense("entity")}, entities),
            self._stage("relation", "fact", near, self._lists("fact", how), relations),
            self._stage("chunk", "chunk", None, self._lists("chunk", how), chunks),
            self._fragments(chunks, relations),
        )

    def _lists(self, kind: str, how: str) -> dict[str, Scores]:
        if how == "dense":
            return {"dense": self.main.dense(kind)}
        lists = {"bm25": self.main.words(kind), "dense": self.main.dense(kind)}
        return {**lists, "z-score": self.main.both(kind)}

    def _fragments(self, chunks: Iterable[str], relations: Iterable[str]) -> StageRanking:
        held = {f for chunk in chunks for f in self.view.fragments_of_chunk.get(chunk, ())}
        held |= set(relations)
        lists = fragment_scores(self.view, self.question, self.main, self.scores, self.detail)
        ids = self.main.ids("fact")
        rows = [row for row, node_id in enumerate(ids) if node_id in held]
        final = list(lists.values())[-1]
        kept = best(ids, final, rows, self.knobs.fragment_k)
        return self._stage("fragment", "fact", held, lists, {ids[row] for row in kept})

    def _stage(
        self,
        name: str,
        kind: str,
        candidates: Iterable[str] | None,
        lists: Mapping[str, Scores],
        kept: set[str],
    ) -> StageRanking:
        """Return a stage whose last list is its order; lists are cut after the last one kept."""
        ids = self.main.ids(kind)
        chosen = None if candidates is None else set(candidates)
        rows = [r for r in range(len(ids)) if chosen is None or ids[r] in chosen]
        rankings = []
        order: list[int] = []
        for ranker, scores in lists.items():
            hits = [r for r in rows if scores[r] != 0] if ranker.startswith("bm25") else rows
            order = best(ids, scores, hits, len(hits))
            rankings.append(_ranking(ranker, ids, scores, order))
        names = tuple(ids[r] for r in order if ids[r] in kept)
        limit = {"fragment": f"k = {self.knobs.fragment_k}"}.get(name, "found in no round")
        cut = [Cut(ids[r], limit) for r in order if ids[r] not in kept][:SHOWN]
        return StageRanking(
            name,
            self.question,
            tuple(ids[r] for r in rows),
            tuple(rankings),
            names,
            tuple(cut),
            "" if rows else f"there is no {name} to rank",
        )

    def evidence(self, stages: Sequence[StageRanking]) -> tuple[Evidence, ...]:
        """Return the context: the best fragments (or chunks), the points, the rest."""
        by_name = {stage.stage: stage for stage in stages}
        whole = self.knobs.evidence == "chunks"
        stage = by_name["chunk" if whole else "fragment"]
        scores = {item.node_id: item.score for item in stage.rankings[-1].items}
        kept = stage.kept[: self.knobs.final_chunks] if whole else stage.kept
        items = [self.view.index.evidence(node_id, scores[node_id]) for node_id in kept]
        if not self.knobs.point_context:
            return tuple(items)
        points = [_told(point) for point in self.detail.points]
        lead = 0 if whole else LEAD
        return (*items[:lead], *points, *items[lead:])


def _told(point: Point) -> Evidence:
    return Evidence(
        point.id,
        "point",
        point.description,
        point.turn_ids,
        0.0,
        max(count_tokens(point.description), 1),
    )


def _ranking(ranker: str, ids: Sequence[str], scores: Scores, order: Sequence[int]) -> Ranking:
    values = np.round(scores, 6).tolist()
    return Ranking(ranker, tuple(Ranked(ids[row], values[row]) for row in order))
