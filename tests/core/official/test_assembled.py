import copy

from hypermem_core.official.assembled import (
    assembled,
    differences,
    merged_edges,
    topics_without_facts,
)
from tests.core.official.tiny_run import (
    E1,
    F1,
    F2,
    T2,
    edge,
    episodes,
    facts_file,
    hypergraph,
    topics_file,
)


def test_the_parts_make_the_whole() -> None:
    found = assembled(episodes(), topics_file(), facts_file())
    assert differences(hypergraph(), found) == []
    assert found["facts"][F1]["hyperedge"] == hypergraph()["facts"][F1]["hyperedge"]


def test_edges_of_the_same_id_are_merged() -> None:
    facts = copy.deepcopy(facts_file())
    second = {"topic_id": T2, "episode_id": E1, "fact_hyperedge": edge("fact", E1, {F2: 0.2}, "x")}
    facts["fact_hyperedge_results"].append(second)
    found = assembled(episodes(), topics_file(), facts)
    merged = found["fact_hyperedges"][f"fact_hyperedge_{E1}"]
    assert list(merged["weights"].values()) == [1.0, 0.4, 0.2]
    assert merged_edges(facts) == [f"fact_hyperedge_{E1}"]
    assert len(facts["fact_hyperedge_results"][0]["fact_hyperedge"]["weights"]) == 2  # untouched


def test_differences_name_the_place() -> None:
    changed = hypergraph()
    changed["facts"][F1]["content"] = "Ben adopted Pixel."
    del changed["topics"][T2]
    parts = assembled(episodes(), topics_file(), facts_file())
    assert differences(changed, parts) == [f"{F1}: content", f"topics: {T2}"]


def test_topics_nobody_mined_are_named() -> None:
    facts = facts_file()
    facts["fact_results"][1]["facts"] = []
    assert topics_without_facts(topics_file(), facts) == [T2]
    assert topics_without_facts(topics_file(), facts_file()) == []
