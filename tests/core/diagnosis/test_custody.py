from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from hypermem_core.diagnosis.custody import custody_of, cut_step, place, step
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.types import (
    Conversation,
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
    Step,
    Topic,
    Turn,
)

DAY = datetime(2024, 5, 4)
TALK = Conversation(
    "talk",
    "Talk",
    ("Ana", "Ben"),
    tuple(Turn(f"D1:{n}", "Ana" if n % 2 else "Ben", f"turn {n}", DAY) for n in range(1, 7)),
)


def index() -> MemoryIndex:
    """Two episodes of three turns in one topic; facts state the turns 1, 2 and 4."""
    graph = Hypergraph()
    graph.add_node(Topic("topic-1", "Cats", ""))
    graph.add_node(Episode("episode-1", "", "", "", ("D1:1", "D1:2", "D1:3")))
    graph.add_node(Episode("episode-2", "", "", "", ("D1:4", "D1:5", "D1:6")))
    graph.add_node(Fact("fact-1", "a", turn_ids=("D1:1",), speaker="Ana", said="2024-05-04"))
    graph.add_node(Fact("fact-2", "b", turn_ids=("D1:2",), speaker="Ana", said="2024-05-05"))
    graph.add_node(Fact("fact-4", "c", turn_ids=("D1:4",)))
    full = Member(1.0, "core")
    graph.add_edge(Hyperedge("t1", "episode", {"episode-1": full, "episode-2": full}, "topic-1"))
    graph.add_edge(Hyperedge("e1", "fact", {"fact-1": full, "fact-2": full}, "episode-1"))
    graph.add_edge(Hyperedge("e2", "fact", {"fact-4": full}, "episode-2"))
    return MemoryIndex(graph, Vectors((), np.zeros((0, 2), np.float32)))


def stage(name: str, order: list[str], keep: int, limit: str) -> StageRanking:
    scores = tuple(Ranked(node_id, 1.0 / rank) for rank, node_id in enumerate(order, 1))
    cut = tuple(Cut(node_id, f"{limit} = {keep}") for node_id in order[keep:])
    lists = (Ranking("bm25", scores[::-1]), Ranking("rrf", scores))
    return StageRanking(name, "q", tuple(order), lists, tuple(order[:keep]), cut)


def evidence(fact: str, turn: str, tokens: int) -> Evidence:
    return Evidence(fact, "fact", "text", (turn,), 1.0, tokens)


def trace(*stages: StageRanking, items: tuple[Evidence, ...] = ()) -> RetrievalTrace:
    return RetrievalTrace("hypermem", "q", stages, items)


TOPICS = stage("topic", ["topic-1"], 1, "k_T")


def test_a_turn_that_no_fact_states_is_not_extracted() -> None:
    found = custody_of("D1:3", trace(TOPICS), index(), TALK, 1000)
    assert found.lost_at == "not extracted"
    assert found.holders == ("topic-1", "episode-1")
    assert found.carriers == ()
    assert found.right_speaker is None


def test_a_turn_whose_topic_is_cut_is_lost_there() -> None:
    cut = StageRanking(
        "topic", "q", ("topic-1",), (Ranking("rrf", ()),), (), (Cut("topic-1", "pool = 1"),)
    )
    found = custody_of("D1:1", trace(cut), index(), TALK, 1000)
    assert found.lost_at == "topic cut"
    assert found.steps[0].limit == "pool = 1"


def test_a_cut_says_the_limit_and_the_value_that_would_have_kept_it() -> None:
    episodes = stage("episode", ["episode-2", "episode-1"], 1, "k_E")
    found = custody_of("D1:1", trace(TOPICS, episodes), index(), TALK, 1000)
    step = found.steps[1]
    assert found.lost_at == "episode cut"
    assert (step.node_id, step.kept, step.limit, step.needs) == ("episode-1", False, "k_E = 1", 2)
    # bm25 is the reverse of rrf: first there, second here.
    assert [(p.ranker, p.rank) for p in step.places] == [("bm25", 1), ("rrf", 2)]


def test_a_turn_kept_everywhere_is_in_the_context_at_its_place() -> None:
    facts = stage("fact", ["fact-4", "fact-1"], 2, "k_F")
    items = (evidence("fact-4", "D1:4", 10), evidence("fact-1", "D1:1", 10))
    found = custody_of("D1:1", trace(TOPICS, facts, items=items), index(), TALK, 20, ("D1:1",))
    assert (found.lost_at, found.in_context, found.position, found.cited) == ("", True, 2, True)


def test_what_the_budget_leaves_out_is_cut_by_the_context() -> None:
    facts = stage("fact", ["fact-4", "fact-1"], 2, "k_F")
    items = (evidence("fact-4", "D1:4", 10), evidence("fact-1", "D1:1", 10))
    found = custody_of("D1:1", trace(TOPICS, facts, items=items), index(), TALK, 19)
    assert (found.lost_at, found.in_context, found.position) == ("context cut", False, 2)


def test_a_summary_in_the_context_carries_no_turn() -> None:
    items = (Evidence("episode-1", "episode", "summary", ("D1:1",), 1.0, 5),)
    found = custody_of("D1:1", trace(TOPICS, items=items), index(), TALK, 1000)
    assert (found.lost_at, found.position) == ("context cut", 0)


def test_the_speaker_and_the_date_of_the_facts_are_compared_with_the_turn() -> None:
    right = custody_of("D1:1", trace(TOPICS), index(), TALK, 1000)
    wrong = custody_of("D1:2", trace(TOPICS), index(), TALK, 1000)
    bare = custody_of("D1:4", trace(TOPICS), index(), TALK, 1000)
    assert (right.right_speaker, right.right_date) == (True, True)
    assert (wrong.right_speaker, wrong.right_date) == (False, False)  # Ben's turn, a day late
    assert (bare.right_speaker, bare.right_date) == (None, None)


def test_a_node_that_a_list_does_not_hold_has_no_rank() -> None:
    ranking = Ranking("bm25", (Ranked("fact-1", 2.0),))
    assert (place(ranking, "fact-1").rank, place(ranking, "fact-1").score) == (1, 2.0)
    assert (place(ranking, "fact-2").rank, place(ranking, "fact-2").of) == (0, 1)


@pytest.mark.parametrize(
    ("limit", "needs", "ratio"),
    [
        ("k_F", 3, 0.0),
        ("semantic k", 3, 0.0),
        ("pool", 0, 0.0),
        ("above 0.8 of the best score", 0, 0.333333),
        ("above 0.8 of the best softmax", 0, 0.513417),  # e^(1/3 − 1)
        ("found in no round", 0, 0.0),
    ],
)
def test_only_a_limit_that_counts_nodes_names_a_rank_as_its_cure(
    limit: str, needs: int, ratio: float
) -> None:
    ranked = stage("any", ["a", "b", "fact-1"], 1, "k")
    said = limit if " of " in limit or "round" in limit else f"{limit} = 1"
    cut = tuple(Cut(one.node_id, said) for one in ranked.cut)
    found = step(replace(ranked, cut=cut), frozenset({"fact-1"}))
    assert (found.limit, found.needs, found.ratio) == (said, needs, ratio)


@pytest.mark.parametrize(
    ("kept", "cut"),
    [("111", None), ("011", None), ("110", 2), ("010", 2), ("100", 1), ("000", 0), ("001", None)],
)
def test_a_stage_that_a_later_one_makes_up_for_lost_nothing(kept: str, cut: int | None) -> None:
    steps = [Step(f"s{n}", "n", (), one == "1") for n, one in enumerate(kept)]
    found = cut_step(steps)
    assert found is (None if cut is None else steps[cut])


def test_a_turn_kept_only_by_the_last_stage_is_cut_by_the_context_at_most() -> None:
    first = stage("relation", ["fact-4", "fact-1"], 1, "k")
    last = stage("fragment", ["fact-1", "fact-4"], 1, "k")
    items = (evidence("fact-1", "D1:1", 10),)
    found = custody_of("D1:1", trace(first, last, items=items), index(), TALK, 5)
    assert [one.kept for one in found.steps] == [False, True]
    assert found.lost_at == "context cut"
