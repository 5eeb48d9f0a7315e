from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.errors import ModelError
from hypermem_core.retrieval.rerank import rerank_ranking
from hypermem_core.retrieval.stage import rank_stage
from hypermem_core.types import Ranked, Ranking

FUSED = (Ranked("a", 0.3), Ranked("b", 0.2), Ranked("c", 0.1))


@dataclass
class Lengths:
    """Scores a text by its length."""

    name: str = "lengths"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [float(len(text)) for text in texts]


@dataclass
class Broken:
    """Never scores."""

    name: str = "broken"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        raise ModelError("The model file is damaged.", "Install it again.")


def test_items_are_ordered_by_the_rerankers_scores() -> None:
    ranking = rerank_ranking(Lengths(), "q", FUSED, ["x", "xxx", "xx"])
    assert ranking.items == (Ranked("b", 3.0), Ranked("c", 2.0), Ranked("a", 1.0))
    assert (ranking.ranker, ranking.note) == ("rerank", "")


def test_equal_scores_go_by_id() -> None:
    ranking = rerank_ranking(Lengths(), "q", FUSED[::-1], ["x", "x", "x"])
    assert [item.node_id for item in ranking.items] == ["a", "b", "c"]


def test_a_reranker_that_fails_keeps_the_fused_order_and_says_so() -> None:
    ranking = rerank_ranking(Broken(), "q", FUSED, ["x", "xxx", "xx"])
    assert ranking.items == FUSED
    assert ranking.note.startswith("reranker failed, fused order kept: ")
    assert "damaged" in ranking.note


def test_the_stage_tells_of_the_failure_too() -> None:
    stage = rank_stage(
        "fact",
        "q",
        ["a", "b", "c"],
        [lambda ids: Ranking("bm25", FUSED)],
        keep=2,
        reranker=Broken(),
    )
    assert stage.kept == ("a", "b")
    assert "reranker failed, fused order kept" in stage.why
