from app.figures.path_picture import MOST, QUERY, query_path
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import (
    Episode,
    Fact,
    Hyperedge,
    Member,
    Ranking,
    RetrievalTrace,
    StageRanking,
    Topic,
)


def graph(facts: int) -> Hypergraph:
    made = Hypergraph()
    made.add_node(Topic("topic-1", "Cats <b>", ""))
    made.add_node(Episode("episode-1", "Pixel", "", "", ("D1:1",)))
    for number in range(facts):
        made.add_node(Fact(f"fact-{number:02}", f"Fact {number}", turn_ids=("D1:1",)))
    made.add_edge(Hyperedge("e1", "episode", {"episode-1": Member(0.8, "core")}, "topic-1"))
    members = {f"fact-{number:02}": Member(0.5, "detail") for number in range(facts)}
    made.add_edge(Hyperedge("e2", "fact", members, "episode-1"))
    return made


def stage(name: str, candidates: list[str], keep: int) -> StageRanking:
    ranking = Ranking("rrf", ())
    return StageRanking(name, "who?", tuple(candidates), (ranking,), tuple(candidates[:keep]))


def asked(made: Hypergraph, keep: int) -> RetrievalTrace:
    stages = (
        stage("topic", ["topic-1"], 1),
        stage("episode", ["episode-1"], 1),
        stage("fact", list(made.ids("fact")), keep),
    )
    return RetrievalTrace("hypermem", "who?", stages, ())


def test_the_path_runs_from_the_question_through_its_hyperedges() -> None:
    made = graph(3)
    picture = query_path(made, asked(made, 2), ())
    joined = {(spoke.hub, spoke.node) for spoke in picture.spokes}
    assert (QUERY, "topic-1") in joined
    assert {("hub:e1", "topic-1"), ("hub:e1", "episode-1"), ("hub:e2", "fact-00")} <= joined
    assert "fact-02" not in {dot.id for dot in picture.dots}
    assert not any("<" in dot.label for dot in picture.dots)


def test_lost_gold_is_drawn_hollow_with_its_mark_however_many_were_kept() -> None:
    made = graph(40)
    picture = query_path(made, asked(made, 39), {"fact-39", "fact-00"})
    dots = {dot.id: dot for dot in picture.dots}
    assert dots["fact-39"].dim and dots["fact-39"].label.startswith("☆ ")
    assert not dots["fact-00"].dim and dots["fact-00"].label.startswith("★ ")
    assert sum(dot.kind == "fact" for dot in picture.dots) == MOST
    assert picture.caption.startswith(f"showing {MOST + 2} of 42 nodes")
