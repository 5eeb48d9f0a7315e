import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from hypermem_core.retrieval.bm25 import BM25Index
from hypermem_core.retrieval.text import tokenize

TEXTS = [
    "grey cat named Pixel hides under the sofa",
    "pottery class in Leeds with a blue bowl and a blue vase",
    "blue bowl for Clara",
    "cat cat cat",
    "visit Porto in 2024",
    "",
]
IDS = [f"n{i}" for i in range(len(TEXTS))]


@pytest.mark.parametrize("query", ["blue bowl", "blue blue cat", "2024", "unknown", ""])
def test_scores_are_those_of_rank_bm25(query: str) -> None:
    terms = tokenize(query)
    expected = BM25Okapi([tokenize(text) for text in TEXTS]).get_scores(terms)
    assert np.allclose(BM25Index.build(IDS, TEXTS).scores(terms), expected, rtol=0, atol=1e-9)


def test_documents_without_a_query_term_are_no_hits() -> None:
    ranking = BM25Index.build(IDS, TEXTS).rank("cat")
    assert [item.node_id for item in ranking.items] == ["n3", "n0"]


def test_candidates_are_all_that_is_ranked() -> None:
    index = BM25Index.build(IDS, TEXTS)
    ranking = index.rank("blue cat", ["n0", "n4"])
    assert [item.node_id for item in ranking.items] == ["n0"]
    full = {item.node_id: item.score for item in index.rank("blue cat").items}
    assert ranking.items[0].score == full["n0"]


def test_ties_go_by_id() -> None:
    index = BM25Index.build(["b", "a", "c", "d", "e"], ["cat", "cat", "dog", "bird", "cow"])
    assert [item.node_id for item in index.rank("cat").items] == ["a", "b"]


@pytest.mark.parametrize(
    ("query", "why"),
    [("zebra", "no query term occurs in any document"), ("who is it", "only stop words")],
)
def test_an_empty_list_says_why(query: str, why: str) -> None:
    ranking = BM25Index.build(IDS, TEXTS).rank(query)
    assert ranking.items == ()
    assert why in ranking.note


@pytest.mark.parametrize("texts", [[], ["", "the"]])
def test_an_index_of_nothing_finds_nothing(texts: list[str]) -> None:
    assert BM25Index.build(IDS[: len(texts)], texts).rank("cat").items == ()
