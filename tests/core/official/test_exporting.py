import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hypermem_core.build import build
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.models import Models
from hypermem_core.official import export_run, import_run
from hypermem_core.official.plain_pickle import read_plain
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from hypermem_core.types import Conversation
from tests.core.official.parity import sample
from tests.core.official.tiny_run import read_json, write_tiny_run


@pytest.fixture
def store(results: Path) -> Store:
    return Store(results)


def shape(value: Any) -> Any:
    """Return the keys of objects in their order, through lists; ids as keys are left out."""
    if isinstance(value, dict):
        held = {key: shape(item) for key, item in value.items()}
        if any("-" in key or key.startswith("locomo_exp_user") for key in held):
            return [shape(item) for item in value.values()][:1]
        return [(key, found) for key, found in held.items()]
    if isinstance(value, list):
        return [shape(item) for item in value][:1]
    return "leaf"


def read(path: Path) -> Any:
    if path.suffix == ".pkl":
        return read_plain(path.read_bytes(), path.name)
    return json.loads(path.read_text(encoding="utf-8"))


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def assert_round_trip(run: Path, store: Store, out: Path) -> None:
    import_run(run, store, "one")
    export_run(store, "one", out)
    import_run(out, store, "two")
    ids = [one.conversation_id for one in store.list_memories("one")]
    assert ids == [one.conversation_id for one in store.list_memories("two")]
    for name in ids:
        first, second = (store.load_memory(one, "hypermem", name) for one in ("one", "two"))
        assert first.graph == second.graph
        assert list(first.graph.nodes) == list(second.graph.nodes)
        assert list(first.graph.edges) == list(second.graph.edges)
        assert np.array_equal(first.vectors.matrix, second.vectors.matrix)
        chats = [store.load_conversation(one, "hypermem", name) for one in ("one", "two")]
        assert chats[0] == chats[1]
    rows = [store.run_folder(one, "official") / "rows.jsonl" for one in ("one", "two")]
    assert rows[0].read_text() == rows[1].read_text()


def test_what_is_exported_comes_in_again_as_it_was(tmp_path: Path, store: Store) -> None:
    assert_round_trip(write_tiny_run(tmp_path / "run"), store, tmp_path / "out")


def test_the_sample_makes_the_round_trip(tmp_path: Path, store: Store) -> None:
    assert_round_trip(sample(), store, tmp_path / "out")


def test_every_file_has_the_official_keys_in_the_official_order(
    tmp_path: Path, store: Store
) -> None:
    import_run(sample(), store, "one")
    export_run(store, "one", tmp_path / "out")
    missing = files(sample()) - files(tmp_path / "out")
    assert all(name.startswith("bm25_index/") for name in missing)
    assert files(tmp_path / "out") <= files(sample())
    for name in sorted(files(tmp_path / "out")):
        official, ours = read(sample() / name), read(tmp_path / "out" / name)
        assert shape(ours) == shape(official), name


def test_logs_and_texts_are_the_official_ones(tmp_path: Path, store: Store) -> None:
    import_run(sample(), store, "one")
    export_run(store, "one", tmp_path / "out")
    assert read(tmp_path / "out/retrieval_logs.json") == read(sample() / "retrieval_logs.json")
    for number in range(10):
        name = f"hypergraphs/hypergraph_conv_{number}.json"
        official, ours = read(sample() / name), read(tmp_path / "out" / name)
        assert {k: list(v) for k, v in ours.items()} == {k: list(v) for k, v in official.items()}
        for one, fact in official["facts"].items():
            for key in ("content", "temporal", "spatial", "keywords", "query_patterns"):
                assert ours["facts"][one][key] == fact[key]
        for one, edge in official["fact_hyperedges"].items():
            assert ours["fact_hyperedges"][one]["weights"] == edge["weights"]


def test_pickles_are_plain_data_that_any_unpickler_reads(tmp_path: Path, store: Store) -> None:
    run = write_tiny_run(tmp_path / "run")
    import_run(run, store, "one")
    export_run(store, "one", tmp_path / "out")
    name = "vectors/hypergraph_embedding_index_conv_0.pkl"
    official, ours = (pickle.loads((f / name).read_bytes()) for f in (run, tmp_path / "out"))
    assert [item["id"] for item in ours] == [item["id"] for item in official]
    for one, other in zip(ours, official, strict=True):
        assert one["embedding"] == pytest.approx(other["embedding"], abs=1e-6)


def test_a_memory_of_ours_is_exported_with_what_it_loses(
    tmp_path: Path, store: Store, tiny: Conversation, models: Models
) -> None:
    memory = build(tiny, "mine", "hypermem", Settings(), models, store)
    found = export_run(store, "mine", tmp_path / "out")
    said = {finding.kind: finding.count for finding in found.report.findings}
    assert found.conversations == {"tiny": 0} and found.run == ""
    assert said["facts_that_lose_their_turns"] == 1 and said["vectors_left_to_stage_3"] == 1
    assert said["conversations_missing_for_stages_5_and_6"] == 1
    written = read_json(tmp_path / "out", "hypergraphs/hypergraph_conv_0.json")
    for kind, section in (("fact", "facts"), ("episode", "episodes"), ("topic", "topics")):
        assert tuple(written[section]) == memory.graph.ids(kind)
    for episode in written["episodes"].values():
        assert episode["original_data"] and episode["summary"]
    assert not (tmp_path / "out/vectors").exists()
    back = import_run(tmp_path / "out", store, "back").conversations[0]
    assert [turn.text for turn in back.turns] == [turn.text for turn in tiny.turns]


def test_files_of_a_memory_of_ours_have_the_official_keys_and_kinds(
    tmp_path: Path, store: Store, tiny: Conversation, models: Models
) -> None:
    """The official stages 3 to 6 read them by these keys, without looking for others."""

    def alike(value: Any) -> Any:
        """Leave out what may differ: an episode's keywords are null in the sample, ours a list."""
        if isinstance(value, dict):
            free = {"conversation_results", "keywords"}
            return {key: None if key in free else alike(item) for key, item in value.items()}
        return [alike(item) for item in value] if isinstance(value, list) else value

    build(tiny, "mine", "hypermem", Settings(), models, store)
    export_run(store, "mine", tmp_path / "out")
    written = files(tmp_path / "out")
    assert "hypergraphs/hypergraph_conv_0.json" in written and written <= files(sample())
    for name in sorted(written):
        official, ours = (shape(alike(read(one / name))) for one in (sample(), tmp_path / "out"))
        assert ours == official, name


def test_locomo_conversations_get_their_place_in_the_file(
    tmp_path: Path, store: Store, tiny: Conversation, models: Models
) -> None:
    import dataclasses

    for name in ("conv-50", "conv-30"):
        chat = dataclasses.replace(tiny, id=name)
        build(chat, "mine", "hypermem", Settings(), models, store)
    assert export_run(store, "mine", tmp_path / "out").conversations == {"conv-30": 1, "conv-50": 9}


def test_what_cannot_be_exported_is_explained(tmp_path: Path, store: Store) -> None:
    with pytest.raises(NotBuilt, match="no hypermem memory"):
        export_run(store, "none", tmp_path / "out")
    import_run(write_tiny_run(tmp_path / "run"), store, "one")
    with pytest.raises(DataError, match="not empty"):
        export_run(store, "one", tmp_path / "run")
    with pytest.raises(DataError, match="no evaluation run 'x'"):
        export_run(store, "one", tmp_path / "out", "x")
