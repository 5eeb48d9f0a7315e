from collections.abc import Sequence
from dataclasses import dataclass, replace

from hypermem_core.errors import ModelError
from hypermem_core.retrieval.bm25 import BM25Index
from hypermem_core.retrieval.rerank import rerank_ranking
from hypermem_core.retrieval.stage import Ranker, rank_stage
from hypermem_core.types import Cut, Ranked, Ranking

IDS = ["a", "b", "c", "d", "e"]


def _list(name: str, order: str) -> Ranker:
    def rank(candidates: Sequence[str]) -> Ranking:
        hits = [node_id for node_id in order if node_id in candidates]
        return Ranking(name, tuple(Ranked(node_id, 1.0) for node_id in hits))

    return rank


@dataclass(frozen=True)
class Lengths:
    """A reranker that prefers long texts."""

    name: str = "lengths"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [float(len(text)) for text in texts]


@dataclass(frozen=True)
class Broken:
    name: str = "broken"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        raise ModelError("The model is gone.")


def test_every_list_is_kept_whole_and_every_cut_names_its_limit() -> None:
    rankers = [_list("bm25", "abc"), _list("dense", "abcde")]
    stage = rank_stage("fact", "q", IDS, rankers, keep=2, pool=4, limit_name="k_F")
    assert [len(ranking.items) for ranking in stage.rankings] == [3, 5, 5]
    assert [ranking.ranker for ranking in stage.rankings] == ["bm25", "dense", "rrf"]
    assert stage.kept == ("a", "b")
    assert stage.cut == (Cut("c", "k_F = 2"), Cut("d", "k_F = 2"), Cut("e", "pool = 4"))


def test_the_reranker_orders_the_pool_only() -> None:
    texts = {"a": "x", "b": "xxx", "c": "xx", "d": "xxxx", "e": ""}
    stage = rank_stage(
        "fact",
        "q",
        IDS,
        [_list("bm25", "abcde")],
        keep=2,
        pool=3,
        reranker=Lengths(),
        texts=texts.__getitem__,
    )
    assert stage.kept == ("b", "c")
    assert [item.node_id for item in stage.rankings[-1].items] == ["b", "c", "a"]


def test_a_failing_reranker_keeps_the_fused_order_and_says_so() -> None:
    stage = rank_stage("fact", "q", IDS, [_list("bm25", "cab")], keep=3, reranker=Broken())
    assert stage.kept == ("c", "a", "b")
    assert "The model is gone." in stage.rankings[-1].note
    assert "fused order kept" in stage.why


def test_rerank_ties_go_by_id() -> None:
    items = (Ranked("b", 2.0), Ranked("a", 1.0))
    ranking = rerank_ranking(Lengths(), "q", items, ["xx", "xx"])
    assert [item.node_id for item in ranking.items] == ["a", "b"]


def test_blending_weighs_the_fused_score_beside_the_rerankers() -> None:
    texts = {"a": "", "b": "x"}  # the reranker turns the fused order round
    rankers = [_list("bm25", "ab")]
    kept = {
        blend: rank_stage(
            "fact",
            "q",
            ["a", "b"],
            rankers,
            keep=2,
            reranker=Lengths(),
            texts=texts.__getitem__,
            blend=blend,
        ).kept
        for blend in (0.0, 0.5, 2.0)
    }
    assert kept == {0.0: ("b", "a"), 0.5: ("b", "a"), 2.0: ("a", "b")}


def test_adjusting_makes_the_final_list() -> None:
    def backwards(ranking: Ranking) -> Ranking:
        return replace(ranking, ranker="final", items=ranking.items[::-1])

    rankers = [_list("bm25", "abcde")]
    stage = rank_stage("fact", "q", IDS, rankers, keep=2, pool=3, adjust=backwards)
    assert stage.rankings[-1].ranker == "final"
    assert stage.kept == ("c", "b")


def test_restricting_candidates_never_adds_any() -> None:
    rankers = [_list("bm25", "ecabd"), _list("dense", "abcde")]
    everything = rank_stage("fact", "q", IDS, rankers, keep=5)
    some = rank_stage("fact", "q", ["b", "e"], rankers, keep=5)
    assert set(some.kept) == {"b", "e"} <= set(everything.kept)
    assert {item.node_id for r in some.rankings for item in r.items} == {"b", "e"}


def test_why_says_that_no_term_occurs() -> None:
    index = BM25Index.build(["t"], ["cats and dogs"])
    stage = rank_stage("topic", "zebra", ["t"], [lambda ids: index.rank("zebra", ids)], keep=1)
    assert "no query term occurs in any topic" in stage.why
    assert stage.kept == ()


def test_without_candidates_nothing_is_ranked() -> None:
    stage = rank_stage("episode", "q", [], [_list("bm25", "a")], keep=1, reranker=Lengths())
    assert (stage.kept, stage.cut, stage.why) == ((), (), "there is no episode to rank")
