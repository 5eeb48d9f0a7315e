from app.figures.gold import fates, gold_nodes
from tests.app.figures.graphs import graph, trace


def test_a_topic_is_gold_when_one_of_its_episodes_holds_the_turn() -> None:
    assert gold_nodes(graph(), ["D1:1"]) == {"topic-001", "episode-001", "fact-0001"}


def test_a_lost_turn_names_the_stage_and_the_limit_that_lost_it() -> None:
    found, cut, gone = fates(graph(), trace(), ["D1:1", "D2:1", "D3:1"])
    assert found.lost_at == ""
    assert (cut.lost_at, cut.why) == ("fact", "cut by k_F = 1")
    assert (gone.lost_at, gone.why) == ("topic", "not among the candidates")


def test_a_turn_no_fact_carries_is_lost_for_that_reason() -> None:
    (fate,) = fates(graph(), trace(), ["D1:2"])
    assert (fate.lost_at, fate.why) == ("fact", "no fact carries it")
