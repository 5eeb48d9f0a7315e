"""Evidence recall by stage and by budget, worked out by hand."""

from hypermem_core.evaluation.recall import at_budget, by_stage, recall, share
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import (
    Episode,
    Evidence,
    Fact,
    Hyperedge,
    Member,
    Question,
    RetrievalTrace,
    StageRanking,
    Topic,
)


def graph() -> Hypergraph:
    made = Hypergraph()
    made.add_node(Topic("t1", "Rowing", ""))
    made.add_node(Episode("e1", "", "", "", ("D1:1", "D1:2")))
    made.add_node(Episode("e2", "", "", "", ("D2:1",)))
    made.add_node(Fact("f1", "a", turn_ids=("D1:1",)))
    made.add_node(Fact("f2", "b", turn_ids=("D2:1",)))
    members = {"e1": Member(1, "core"), "e2": Member(1, "core")}
    made.add_edge(Hyperedge("h1", "episode", members, "t1"))
    return made


def item(node_id: str, kind: str, tokens: int, *turns: str) -> Evidence:
    return Evidence(node_id, kind, "text", turns, 1.0, tokens)


def trace() -> RetrievalTrace:
    stages = (
        StageRanking("topic", "q", ("t1",), (), ("t1",)),
        StageRanking("episode", "q", ("e1", "e2"), (), ("e1",)),
        StageRanking("fact", "q", ("f1",), (), ("f1",)),
    )
    evidence = (
        item("e1", "episode", 400, "D1:1", "D1:2"),
        item("f1", "fact", 450, "D1:1"),
        item("f3", "fact", 600, "D1:2"),
        item("f2", "fact", 50, "D2:1"),
    )
    return RetrievalTrace("hypermem", "q", stages, evidence)


def test_each_stage_says_what_it_still_has() -> None:
    assert by_stage(trace(), graph(), ("D1:1", "D2:1")) == {
        "topic candidates": 1.0,
        "topic kept": 1.0,
        "episode candidates": 1.0,
        "episode kept": 1 / 2,
        "fact candidates": 1 / 2,
        "fact kept": 1 / 2,
    }


def test_only_facts_and_turns_count_and_what_does_not_fit_is_skipped() -> None:
    gold = ("D1:1", "D1:2", "D2:1")
    # 500: f1 (450), f3 does not fit, f2 (50) fits exactly; the episode carries nothing
    assert at_budget(trace(), gold, 500) == 2 / 3
    # 1,050: f1 and f3 fill it, f2 has no room
    assert at_budget(trace(), gold, 1050) == 2 / 3
    assert at_budget(trace(), gold, 1100) == 1.0
    assert at_budget(trace(), gold, 40) == 0.0


def test_a_repeated_gold_turn_counts_once() -> None:
    assert share(("D1:1", "D1:1", "D1:2"), ["D1:1"]) == 1 / 2


def test_questions_with_missing_or_unusable_evidence_are_left_out() -> None:
    assert recall(Question("q", "?"), trace(), graph()) is None
    dangling = Question("q", "?", evidence=("D1:1",), unresolved=("D",))
    assert recall(dangling, trace(), graph()) is None
    found = recall(Question("q", "?", evidence=("D1:1",)), trace(), graph())
    assert found is not None and found.at_budget == {"500": 1, "1000": 1, "2000": 1, "4000": 1}
