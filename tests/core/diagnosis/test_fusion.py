import pytest

from hypermem_core.diagnosis.fusion import fused_score
from hypermem_core.retrieval.rrf import rrf
from hypermem_core.retrieval.zscore import zscore
from hypermem_core.types import Ranked, Ranking, StageRanking

BM25 = Ranking("bm25", (Ranked("a", 3.0), Ranked("b", 1.0)))
DENSE = Ranking("dense", (Ranked("b", 0.9), Ranked("c", 0.6), Ranked("a", 0.3)))
IDS = ("a", "b", "c")


def stage(fused: Ranking) -> StageRanking:
    return StageRanking("fact", "q", IDS, (BM25, DENSE, fused), IDS)


def test_rrf_is_written_out_and_sums_to_the_fused_score() -> None:
    fused = rrf([BM25, DENSE], 60)
    found = fused_score(stage(fused), "a", 60)
    assert found is not None
    assert found.total == 1 / (60 + 1) + 1 / (60 + 3)
    assert found.written == "1/(60+1) + 1/(60+3) = 0.03227"
    missing = fused_score(stage(fused), "c", 60)
    assert missing is not None and missing.written == "0 + 1/(60+2) = 0.01613"


@pytest.mark.parametrize("node_id", IDS)
def test_z_scores_sum_to_the_fused_score(node_id: str) -> None:
    fused = zscore([BM25, DENSE], IDS, [1.0, 2.0])
    score = {item.node_id: item.score for item in fused.items}[node_id]
    weights = {"bm25": 1.0, "dense": 2.0}
    found = fused_score(stage(fused), node_id, weight=weights.__getitem__)
    assert found is not None
    assert found.total == pytest.approx(score)


def test_a_stage_that_fused_nothing_has_no_fused_score() -> None:
    assert fused_score(StageRanking("x", "q", IDS, (BM25,), IDS), "a") is None
