"""The store: safe names, whole files, and what is built or stale."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.models.offline import rules_digest
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import (
    Store,
    Timing,
    built_with,
    checked_name,
    content_hash,
    count,
    read_jsonl,
    write_atomic,
)
from hypermem_core.types import Conversation, Element, Episode, Fact, Hyperedge, Member, Turn

TALK = Conversation("talk", "Ann and Bo", ("Ann", "Bo"), (Turn("D1:1", "Ann", "I row."),))


def memory(settings: Settings | None = None) -> Memory:
    graph = Hypergraph()
    graph.add_node(Episode("episode-001", "Rowing", "Ann rows.", "Ann rows.", ("D1:1",)))
    graph.add_node(Fact("fact-0001", "Ann rows.", turn_ids=("D1:1",)))
    edge = Hyperedge("e1", "fact", {"fact-0001": Member(0.9, "core")}, "episode-001")
    graph.add_edge(edge)
    matrix = np.array([[0.6, 0.8], [1.0, 0.0]], dtype=np.float32)
    made_with = built_with("hypermem", settings or Settings())
    made_with["conversation"] = content_hash(TALK)
    vectors = Vectors(("episode-001", "fact-0001"), matrix)
    return Memory("hypermem", "talk", graph, vectors, made_with)


def saved(root: Path, settings: Settings | None = None) -> Store:
    store = Store(root)
    store.save_memory("first", memory(settings), Timing("2024-01-02T03:04:05", 1.5), TALK)
    return store


def test_a_memory_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    again = saved(tmp_path).load_memory("first", "hypermem", "talk")
    assert again.graph == memory().graph
    assert again.vectors.ids == memory().vectors.ids
    assert np.array_equal(again.vectors.matrix, memory().vectors.matrix)
    assert again.built_with == memory().built_with


def test_the_conversation_is_kept_with_the_memory(tmp_path: Path) -> None:
    assert saved(tmp_path).load_conversation("first", "hypermem", "talk") == TALK


def test_two_saves_write_the_same_bytes_but_for_the_timing(tmp_path: Path) -> None:
    one, two = saved(tmp_path / "a"), Store(tmp_path / "b")
    two.save_memory("first", memory(), Timing("2025-01-01T00:00:00", 9.0), TALK)
    for path in sorted(one.root.rglob("*.*")):
        other = two.root / path.relative_to(one.root)
        assert (path.read_bytes() == other.read_bytes()) == (path.name != "timing.json"), path


def test_without_a_manifest_nothing_is_built(tmp_path: Path) -> None:
    store = saved(tmp_path)
    (store.memory_folder("first", "hypermem", "talk") / "manifest.json").unlink()
    assert store.status("first", "hypermem", "talk", Settings()).state == "missing"
    with pytest.raises(NotBuilt) as caught:
        store.load_memory("first", "hypermem", "talk")
    assert caught.value.hint


def test_status_names_the_build_knobs_that_differ(tmp_path: Path) -> None:
    store = saved(tmp_path)
    status = store.status("first", "hypermem", "talk", Settings(), TALK)
    assert (status.state, status.changed) == ("built", ())
    assert status.built_at == "2024-01-02T03:04:05"
    assert status.counts == {"episodes": 1, "facts": 1, "hyperedges": 1}
    moved = with_value(Settings(), "build.max_turns", 20)
    assert store.status("first", "hypermem", "talk", moved).changed == ("build.max_turns",)
    retrieval = with_value(Settings(), "retrieval.topic_k", 3)
    assert store.status("first", "hypermem", "talk", retrieval).state == "built"


def test_another_text_of_the_conversation_makes_a_memory_stale(tmp_path: Path) -> None:
    edited = replace(TALK, turns=(Turn("D1:1", "Ann", "I sail."),))
    status = saved(tmp_path).status("first", "hypermem", "talk", Settings(), edited)
    assert (status.state, status.changed) == ("stale", ("conversation",))


def test_a_chat_model_makes_prompts_part_of_what_a_build_depends_on() -> None:
    chat = with_value(Settings(), "models.llm", "some-model")
    offline, online = built_with("hypermem", Settings()), built_with("hypermem", chat)
    assert "models.base_url" not in offline and "models.base_url" in online
    assert [name for name in offline if name.startswith("prompt ")] == []
    assert set(built_with("flat", chat)) == {"models.embedder"}


def test_the_same_model_at_another_address_leaves_a_memory_as_it_is(tmp_path: Path) -> None:
    here = with_value(Settings(), "models.llm", "some-model")
    there = with_value(here, "models.base_url", "http://gpu:8000/v1")
    store = saved(tmp_path, here)
    manifest = store.manifest("first", "hypermem", "talk")
    assert manifest.built_with["models.base_url"] == '"https://api.openai.com/v1"'
    assert store.status("first", "hypermem", "talk", there).state == "built"
    other = with_value(there, "models.llm", "other-model")
    assert store.status("first", "hypermem", "talk", other).changed == ("models.llm",)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/etc", "a b", "käse", "a\n", "a\\b", "\0"])
def test_no_path_can_be_made_from_a_name(name: str) -> None:
    with pytest.raises(DataError):
        checked_name(name)
    for place in (("first", "flat", name), ("first", name, "talk"), (name, "flat", "talk")):
        with pytest.raises(DataError):
            Store(Path("x")).memory_folder(*place)


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomic(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomic(path, "\ud800")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_damaged_files_are_named(tmp_path: Path) -> None:
    store = saved(tmp_path)
    folder = store.memory_folder("first", "hypermem", "talk")
    (folder / "vectors.npz").write_bytes(b"no zip")
    with pytest.raises(DataError, match=r"vectors\.npz"):
        store.load_memory("first", "hypermem", "talk")
    (folder / "hypergraph.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match=r"hypergraph\.json"):
        store.load_memory("first", "hypermem", "talk")


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n{"a": "\xe4')
    assert list(read_jsonl(path)) == [{"a": 1}, {"a": 2}]
    assert list(read_jsonl(tmp_path / "none.jsonl")) == []


def test_memories_and_runs_are_listed(tmp_path: Path) -> None:
    store = saved(tmp_path)
    assert [m.conversation_id for m in store.list_memories("first")] == ["talk"]
    assert Store(tmp_path / "nowhere").list_memories("first") == ()
    (store.run_folder("first", "one")).mkdir(parents=True)
    write_atomic(store.run_folder("first", "one") / "settings.json", json.dumps({}))
    assert store.list_runs("first") == ("one",)


def test_a_damaged_manifest_hides_no_other_memory(tmp_path: Path) -> None:
    store = saved(tmp_path)
    torn = store.memory_folder("first", "hypermem", "other") / "manifest.json"
    write_atomic(torn, "{")
    assert [m.conversation_id for m in store.list_memories("first")] == ["talk"]
    (damaged,) = store.list_damaged("first")
    assert (damaged.method, damaged.conversation_id) == ("hypermem", "other")
    assert "manifest.json" in damaged.why


def test_an_offline_memory_remembers_the_rules_that_made_it() -> None:
    offline = built_with("hypermem", Settings())
    chat = built_with("hypermem", with_value(Settings(), "models.llm", "some-model"))
    assert len(offline["offline rules"]) == 16
    assert "offline rules" not in chat
    assert "offline rules" not in built_with("flat", Settings())


def test_each_method_has_its_own_rules() -> None:
    digests = {rules_digest(name) for name in ("hypermem", "hingemem")}
    assert len(digests) == 2
    assert built_with("hingemem", Settings())["offline rules"] == rules_digest("hingemem")


def test_elements_are_counted_as_what_they_are() -> None:
    graph = Hypergraph()
    for kind in ("person", "person", "topic"):
        graph.add_node(Element(f"{kind}-{len(graph.nodes)}", "x", kind))  # type: ignore[arg-type]
    assert count(graph) == {"persons": 2, "topics": 1, "hyperedges": 0}
