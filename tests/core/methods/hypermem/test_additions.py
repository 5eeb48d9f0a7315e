from dataclasses import replace

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hypermem.additions import (
    adjustment,
    episode_rankers,
    fact_rankers,
    fusion,
    inherited,
    named_speaker,
    parent_ranker,
    view_rankers,
)
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.order import by_score
from hypermem_core.settings import RetrievalSettings
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Ranking, StageRanking

FACTS = ("f1", "f2", "f3", "f4", "f5")
SCORES = {"f1": 1.0, "f2": 0.6, "f3": 0.2, "f4": 0.4, "f5": 0.1}
NONE = RetrievalSettings()
EAST = np.array([1, 0], np.float32)


@pytest.fixture
def index() -> MemoryIndex:
    """Episode e1 holds f1, f2, f3; e2 holds f4; f5 is loose. Ben says f3 and f4."""
    graph = Hypergraph()
    for name in ("e1", "e2"):
        graph.add_node(Episode(name, name, "s", "x", ()))
    for name in FACTS:
        graph.add_node(Fact(name, f"fact {name}", speaker="Ben" if name in "f3 f4" else "Ana"))
    for owner, members in (("e1", FACTS[:3]), ("e2", FACTS[3:4])):
        edge = {name: Member(0.5, "core") for name in members}
        graph.add_edge(Hyperedge(f"h-{owner}", "fact", edge, owner))
    rows = np.array([[1, 0], [0, 1], [0, 1], [1, 1], [-1, 0]], np.float32)
    return MemoryIndex(graph, Vectors(FACTS, rows))


@pytest.fixture
def episodes() -> StageRanking:
    lists = (
        by_score("bm25", {"e2": 4.0}),
        by_score("dense", {"e1": 0.75, "e2": 0.5}),
        by_score("rrf", {"e1": 0.02, "e2": 0.03}),
    )
    return StageRanking("episode", "q", ("e1", "e2"), lists, ("e2", "e1"))


def _scores(ranking: Ranking) -> dict[str, float]:
    return {item.node_id: item.score for item in ranking.items}


def test_a_fact_inherits_from_its_owner_and_a_loose_one_is_no_hit(index: MemoryIndex) -> None:
    ranking = inherited(index, "up", {"e1": 0.5, "e2": 0.9}, ("f2", "f4", "f5"))
    assert ranking == by_score("up", {"f4": 0.9, "f2": 0.5})


def test_the_parents_rank_counts_as_in_rrf(index: MemoryIndex, episodes: StageRanking) -> None:
    ranking = parent_ranker(index, episodes, 60)(FACTS)
    assert ranking.ranker == "parent"
    assert _scores(ranking) == {"f4": 1 / 61, "f1": 1 / 62, "f2": 1 / 62, "f3": 1 / 62}


def test_episodes_lend_their_bm25_and_dense_scores_only(
    index: MemoryIndex, episodes: StageRanking
) -> None:
    words, meaning = (ranker(("f1", "f4")) for ranker in episode_rankers(index, episodes))
    assert words == by_score("bm25-episode", {"f4": 4.0})
    assert meaning == by_score("dense-episode", {"f1": 0.75, "f4": 0.5})


def test_views_rank_the_candidates_under_their_own_names(index: MemoryIndex) -> None:
    words, meaning = (ranker(("f1", "f3")) for ranker in view_rankers(index, "f2", EAST, "window"))
    assert words.ranker == "bm25-window"
    assert {item.node_id for item in words.items} <= {"f1", "f3"}
    assert meaning.ranker == "dense-window"
    assert _scores(meaning) == pytest.approx({"f1": 0.5**0.5, "f3": 0.0})


def test_every_list_has_its_own_switch(index: MemoryIndex, episodes: StageRanking) -> None:
    def names(knobs: RetrievalSettings, above: StageRanking | None = episodes) -> list[str]:
        rankers = fact_rankers(index, "fact", EAST, knobs, above)
        return [ranker(FACTS).ranker for ranker in rankers]

    assert names(NONE) == []
    assert names(replace(NONE, context_rank=True)) == ["bm25-context", "dense-context"]
    assert names(replace(NONE, window_rank=True)) == ["bm25-window", "dense-window"]
    assert names(replace(NONE, episode_rank=True)) == ["bm25-episode", "dense-episode"]
    assert names(replace(NONE, episode_rank=True), None) == []


def test_fusion_weighs_dense_lists() -> None:
    assert fusion(NONE) is None
    fuse = fusion(replace(NONE, fusion="z-score", dense_weight=3.0))
    assert fuse is not None
    lists = [by_score("bm25", {"a": 1.0, "b": 3.0}), by_score("dense-window", {"a": 1.0, "b": 0.0})]
    fused = fuse(lists, ("a", "b"))  # a: (-1 + 3·1) / 4
    assert _scores(fused) == pytest.approx({"a": 0.5, "b": -0.5})


@pytest.mark.parametrize(
    ("query", "speaker"),
    [
        ("What did Ben make?", "Ben"),
        ("what is ANA's cat called?", "Ana"),
        ("Did Ana meet Ben?", None),
        ("What did Benjamin eat with a banana?", None),
        ("", None),
    ],
)
def test_only_one_named_speaker_counts(index: MemoryIndex, query: str, speaker: str | None) -> None:
    assert named_speaker(index, query) == speaker


def test_nothing_is_adjusted_without_a_reason(index: MemoryIndex) -> None:
    assert adjustment(index, "What did Ben make?", NONE) is None
    assert adjustment(index, "Who knows?", replace(NONE, speaker_bonus=1.0)) is None


@pytest.mark.parametrize(
    ("knobs", "final"),
    [
        (replace(NONE, speaker_bonus=0.5), {**SCORES, "f3": 0.7, "f4": 0.9}),
        (
            replace(NONE, neighbour_share=0.5),
            {"f1": 1.3, "f2": 1.1, "f3": 0.5, "f4": 0.45, "f5": 0.15},
        ),
        (
            replace(NONE, episode_share=0.5),
            {"f1": 1.3, "f2": 1.1, "f3": 0.7, "f4": 0.45, "f5": 0.15},
        ),
        (
            replace(NONE, speaker_bonus=0.5, neighbour_share=0.5, episode_share=0.5),
            {"f1": 1.6, "f2": 1.6, "f3": 1.5, "f4": 1.0, "f5": 0.2},
        ),
    ],
)
def test_the_final_score_adds_each_share(
    index: MemoryIndex, knobs: RetrievalSettings, final: dict[str, float]
) -> None:
    adjust = adjustment(index, "What did Ben make?", knobs)
    assert adjust is not None
    ranking = adjust(by_score("rrf", SCORES))
    assert ranking.ranker == "final"
    assert _scores(ranking) == pytest.approx(final)
