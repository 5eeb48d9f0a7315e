"""A small hand-made graph and trace that the tests of the figures and components share."""

from datetime import datetime

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import (
    Cut,
    Episode,
    Evidence,
    Fact,
    Hyperedge,
    Member,
    Ranked,
    Ranking,
    RetrievalTrace,
    StageRanking,
    Topic,
)

HOSTILE = '<script>alert("x")</script>'


def graph() -> Hypergraph:
    made = Hypergraph()
    made.add_node(Topic("topic-001", "Pixel the cat", "A cat"))
    made.add_node(Topic("topic-002", HOSTILE, "Clay"))
    for number, day in ((1, 4), (2, 19), (3, 20)):
        turns = tuple(f"D{number}:{n}" for n in range(1, number + 2))
        when = datetime(2024, 5, day)
        made.add_node(Episode(f"episode-00{number}", f"Visit {number}", "s", "", turns, when))
    made.add_node(Fact("fact-0001", "Ana adopted Pixel", turn_ids=("D1:1",)))
    made.add_node(Fact("fact-0002", "Pixel broke a vase", turn_ids=("D2:1",)))
    made.add_node(Fact("fact-0003", "Ben made a bowl", turn_ids=("D3:1",)))
    cat = {"episode-001": Member(0.9, "start"), "episode-002": Member(0.4, "sequel")}
    made.add_edge(Hyperedge("edge-1", "episode", cat, "topic-001"))
    made.add_edge(Hyperedge("edge-2", "episode", {"episode-002": Member(0.7, "clay")}, "topic-002"))
    for number in (1, 2, 3):
        members = {f"fact-000{number}": Member(1.0, "core")}
        made.add_edge(Hyperedge(f"edge-f{number}", "fact", members, f"episode-00{number}"))
    return made


def ranking(ranker: str, *ids: str) -> Ranking:
    return Ranking(ranker, tuple(Ranked(i, 1.0 / n) for n, i in enumerate(ids, 1)))


def fact_stage() -> StageRanking:
    one, two, three = "fact-0001", "fact-0002", "fact-0003"
    lists = (ranking("bm25", two, one), ranking("dense", one, three, two), ranking("rrf", one, two))
    return StageRanking(
        "fact", "q", (one, two, three), lists, (one,), (Cut(two, "k_F = 1"), Cut(three, "k_F = 1"))
    )


def trace() -> RetrievalTrace:
    topics = StageRanking(
        "topic", "q", ("topic-001",), (ranking("rrf", "topic-001"),), ("topic-001",)
    )
    kept = ("episode-001", "episode-002")
    episodes = StageRanking("episode", "q", kept, (ranking("rrf", *kept),), kept)
    item = Evidence("fact-0001", "fact", f"Ana adopted Pixel {HOSTILE}", ("D1:1",), 1.0, 12)
    return RetrievalTrace("hypermem", "q", (topics, episodes, fact_stage()), (item,))
