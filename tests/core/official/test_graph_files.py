from pathlib import Path

from hypermem_core.conversations.findings import Findings
from hypermem_core.official import import_run
from hypermem_core.official.graph_files import GraphFiles
from hypermem_core.official.messages import Messages
from hypermem_core.store import Store
from hypermem_core.types import Hyperedge, Member
from tests.core.official.tiny_run import (
    E1,
    F1,
    F4,
    T1,
    facts_file,
    hypergraph,
    topics_file,
    write_tiny_run,
)


def written(tmp_path: Path, results: Path, findings: Findings, role: str = "") -> GraphFiles:
    store = Store(results)
    (chat,) = import_run(write_tiny_run(tmp_path / "run"), store, "off").conversations
    graph = store.load_memory("off", "hypermem", chat.id).graph
    if role:
        edge = graph.owned_by(E1)
        assert edge is not None
        members = {**edge.members, F1: Member(0.5, role)}
        graph.add_edge(Hyperedge(edge.id, "fact", members, E1))
    return GraphFiles(graph, Messages(0, chat, findings), "2026-01-01T00:00:00", findings)


def test_the_hypergraph_file_says_what_was_read(tmp_path: Path, results: Path) -> None:
    findings = Findings()
    found, official = written(tmp_path, results, findings).hypergraph(), hypergraph()
    for part in (*found["facts"].values(), *official["facts"].values()):
        del part["timestamp"]
    assert found["facts"] == official["facts"]
    assert found["fact_hyperedges"] == official["fact_hyperedges"]
    assert found["episodes"][E1] | {"timestamp": ""} == official["episodes"][E1] | {"timestamp": ""}
    assert list(found["topics"][T1]) == list(official["topics"][T1])
    assert findings.done() == ()


def test_facts_are_told_by_topic_and_edges_by_topic_and_episode(
    tmp_path: Path, results: Path
) -> None:
    found = written(tmp_path, results, Findings()).facts()
    official = facts_file()
    ids = [[f["fact_id"] for f in part["facts"]] for part in found["fact_results"]]
    assert ids == [[f["fact_id"] for f in part["facts"]] for part in official["fact_results"]]
    edges = found["fact_hyperedge_results"]
    assert [one["fact_hyperedge"] for one in edges] == [
        one["fact_hyperedge"] for one in official["fact_hyperedge_results"]
    ]
    assert edges[0]["role_assignment_result"]["fact_weights"][F4] == 0.4


def test_topics_come_with_their_edges(tmp_path: Path, results: Path) -> None:
    found = written(tmp_path, results, Findings()).topics()
    edges = [one["episode_hyperedge"] for one in found["episode_hyperedge_results"]]
    official = topics_file()["episode_hyperedge_results"]
    assert edges == [one["episode_hyperedge"] for one in official]


def test_a_role_the_official_code_lacks_becomes_its_default(tmp_path: Path, results: Path) -> None:
    findings = Findings()
    found = written(tmp_path, results, findings, role="spatial").hypergraph()
    assert found["facts"][F1]["hyperedge"] == {f"fact_hyperedge_{E1}": "detail"}
    assert findings.done()[0].kind == "roles_the_official_code_lacks"
