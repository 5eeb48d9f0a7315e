import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hypermem_core.build import build
from hypermem_core.errors import DataError, ModelError
from hypermem_core.evaluation.run import load_rows
from hypermem_core.methods.hypermem import HyperMem
from hypermem_core.methods.hypermem.propagate import propagate
from hypermem_core.models import Models
from hypermem_core.official import Imported, import_run
from hypermem_core.settings import Settings, preset
from hypermem_core.store import Store
from hypermem_core.types import Fact
from tests.core.official.parity import sample
from tests.core.official.tiny_run import (
    E1,
    E2,
    F1,
    F4,
    RAW,
    T1,
    propagated,
    read_json,
    write_json,
    write_tiny_run,
)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_tiny_run(tmp_path / "HyperMem-v3_tiny")


@pytest.fixture
def store(results: Path) -> Store:
    return Store(results)


def kinds(found: Imported) -> dict[str, int]:
    return {finding.kind: finding.count for finding in found.report.findings}


def change(run: Path, name: str, edit: Any) -> None:
    value = read_json(run, name)
    edit(value)
    write_json(run, name, value)


def test_the_conversation_is_put_together_in_the_order_of_its_sessions(
    run: Path, store: Store
) -> None:
    (chat,) = import_run(run, store, "off").conversations
    assert [t.id for t in chat.turns] == ["D1:1", "D1:2", "D1:3", "D2:1", "D2:2", "D10:1", "D10:2"]
    assert chat.speakers == ("Ana", "Ben")
    image = chat.turn("D1:3")
    assert (image.text, image.caption) == ("Two years.", "a cat on a sofa")
    assert [(q.answer, q.category, q.evidence) for q in chat.questions] == [
        ("4 May 2024", "temporal", ("D1:1",))
    ]


def test_the_graph_keeps_the_official_ids_weights_and_roles(run: Path, store: Store) -> None:
    import_run(run, store, "off")
    graph = store.load_memory("off", "hypermem", "official-0").graph
    assert [len(graph.ids(kind)) for kind in ("topic", "episode", "fact")] == [2, 3, 4]
    above = graph.owned_by(T1)
    assert above is not None
    assert [(m.weight, m.role) for m in above.members.values()] == [
        (0.9, "developing"),
        (0.5, "developing"),
    ]
    fact = graph.nodes[F1]
    assert isinstance(fact, Fact)
    assert (fact.when, fact.queries, fact.said) == ("4 May 2024", ("Who is Pixel?",), "2024-05-04")
    assert graph.parents(F4) == (E1, graph.parents(F4)[1]) and len(graph.parents(F4)) == 2


def test_raw_vectors_come_back_and_propagate_to_the_stored_ones(run: Path, store: Store) -> None:
    import_run(run, store, "off")
    memory = store.load_memory("off", "hypermem", "official-0")
    for name, vector in RAW.items():
        assert memory.vectors.rows([name])[0] == pytest.approx(vector, abs=1e-6)
    spread = propagate(memory.graph, memory.vectors)
    for name, vector in propagated().items():
        assert spread.rows([name])[0] == pytest.approx(vector, abs=1e-6)


def test_without_the_hyperedge_vectors_the_propagation_is_undone(run: Path, store: Store) -> None:
    (run / "vectors/hypergraph_embedding_index_enhanced_conv_0.pkl").unlink()
    found = import_run(run, store, "off")
    memory = store.load_memory("off", "hypermem", "official-0")
    assert memory.vectors.rows([E2])[0] == pytest.approx(RAW[E2], abs=1e-6)
    assert kinds(found)["missing_unpropagated_vectors"] == 1


def test_known_faults_are_named(run: Path, store: Store) -> None:
    found = kinds(import_run(run, store, "off"))
    assert found["sessions_sorted_as_text"] == 1
    assert found["shifted_episode_times"] == 2
    assert found["last_episodes_with_a_copied_time"] == 1
    assert found["turns_in_two_episodes"] == 1
    assert found["episodes_across_sessions"] == 1
    assert found["fact_times_that_are_those_of_the_extraction"] == 4
    assert found["ids_cut_to_25_characters"] == 4 * 3 + 4 * 4  # 4 lists of episodes, 4 of facts
    assert found["lists_with_scores_rounded_to_3_decimals"] == 12
    assert found["missing_bm25_indexes"] == 1
    assert "files_that_differ_from_the_hypergraph" not in found


def test_the_run_opens_as_an_evaluation(run: Path, store: Store) -> None:
    found = import_run(run, store, "off", model="gpt-x")
    assert found.run == "official" and store.list_runs("off") == ("official",)
    (row,) = load_rows(store.run_folder("off", "official")).values()
    assert row.answer is not None and row.verdict is not None and row.recall is not None
    assert (row.answer.text, row.answer.seconds) == ("On 4 May 2024", 1.5)
    assert (row.verdict.label, row.verdict.votes) == ("correct", ("correct", "wrong", "correct"))
    assert [stage.stage for stage in row.trace.stages] == ["topic", "episode", "fact"]
    assert row.trace.stages[1].kept[0] == E1  # its id was cut to 25 characters in the log
    assert [item.kind for item in row.trace.evidence] == ["episode"] * 3 + ["fact"] * 4
    assert row.recall.by_stage["fact kept"] == 1.0
    assert "gpt-x" in store.manifest("off", "hypermem", "official-0").made_by
    about = json.loads((store.run_folder("off", "official") / "settings.json").read_text())
    assert about["settings"]["retrieval.episode_k"] == 20


def test_an_imported_memory_is_never_rebuilt(run: Path, store: Store, models: Models) -> None:
    name = Settings().models.embedder
    found = import_run(run, store, "off", embedder=models.embedder, embedder_name=name)
    (chat,) = found.conversations
    for settings in (Settings(), preset("paper")):
        assert store.status("off", "hypermem", chat.id, settings, chat).state == "built"
    memory = build(chat, "off", "hypermem", preset("paper"), models, store)
    assert set(memory.graph.ids("topic")) == {T1, memory.graph.ids("topic")[1]}
    trace = HyperMem(Settings(), models).retrieve(memory, "Who adopted Pixel?")
    assert trace.evidence and trace.evidence[0].kind == "fact"


def test_official_vectors_are_made_anew_by_a_build_and_the_graph_stays(
    run: Path, store: Store, models: Models
) -> None:
    (chat,) = import_run(run, store, "off").conversations
    status = store.status("off", "hypermem", chat.id, Settings(), chat)
    assert (status.state, status.changed) == ("stale", ("models.embedder",))
    before = store.load_memory("off", "hypermem", chat.id)
    after = build(chat, "off", "hypermem", Settings(), models, store)
    assert after.graph == before.graph
    assert (before.vectors.matrix.shape[1], after.vectors.matrix.shape[1]) == (3, 384)
    assert store.status("off", "hypermem", chat.id, Settings(), chat).state == "built"


def test_a_question_of_another_embedder_is_refused_in_words(
    run: Path, store: Store, models: Models
) -> None:
    import_run(run, store, "off")
    memory = store.load_memory("off", "hypermem", "official-0")
    with pytest.raises(ModelError, match="3 numbers, the query's has 384"):
        HyperMem(Settings(), models).retrieve(memory, "Who adopted Pixel?")


def test_without_a_hypergraph_it_is_put_together(run: Path, store: Store) -> None:
    import_run(run, store, "whole")
    (run / "hypergraphs/hypergraph_conv_0.json").unlink()
    found = import_run(run, store, "parts")
    one, other = (store.load_memory(name, "hypermem", "official-0") for name in ("whole", "parts"))
    assert one.graph == other.graph
    assert kinds(found)["hypergraphs_put_together_from_their_parts"] == 1


def test_a_hostile_pickle_is_refused_in_a_sentence(run: Path, store: Store, tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "exploded",))

    path = run / "vectors/hypergraph_embedding_index_conv_0.pkl"
    path.write_bytes(pickle.dumps([Bomb()]))
    with pytest.raises(DataError, match="asks for more than data"):
        import_run(run, store, "off")
    assert not (tmp_path / "exploded").exists()


def test_half_written_files_are_left_out_and_said(run: Path, store: Store) -> None:
    for name in ("judged.json", "vectors/hypergraph_embedding_index_conv_0.pkl"):
        data = (run / name).read_bytes()
        (run / name).write_bytes(data[: len(data) // 2])
    found = import_run(run, store, "off")
    assert kinds(found)["damaged_files"] == 2
    (row,) = load_rows(store.run_folder("off", "official")).values()
    assert row.verdict is not None and row.verdict.label == "unscored"
    assert kinds(found)["answers_without_judgement"] == 1


def test_contradictions_are_named(run: Path, store: Store) -> None:
    def reweigh(graph: dict[str, Any]) -> None:
        edges = graph["fact_hyperedges"]
        first = next(iter(edges.values()))
        first["weights"][F1] = 1.7
        graph["facts"][F1]["hyperedge"] = {first["id"]: "detail"}
        graph["episodes"][E1]["subject"] = None

    change(run, "hypergraphs/hypergraph_conv_0.json", reweigh)
    change(run, "responses.json", lambda v: v["locomo_exp_user_0"][0].update(answer="Never"))
    change(
        run,
        "search_results.json",
        lambda v: v["locomo_exp_user_0"][0]["retrieval_log"]["layer3_fact"].update(
            connected_count=9
        ),
    )
    found = kinds(import_run(run, store, "off"))
    assert found["weights_out_of_range"] == 1 and found["roles_that_differ"] == 1
    assert found["episodes_without_title_or_text"] == 1
    assert found["files_that_differ_from_the_hypergraph"] == 2  # a weight and a subject
    assert found["answers_that_differ"] == 1
    assert found["candidates_that_differ"] == 1
    assert found["retrieval_logs_that_differ"] == 1


@pytest.mark.parametrize("wrong", [None, [], 7, "x", {"facts": 3, "episodes": {"": 1, "a": []}}])
def test_values_of_the_wrong_shape_do_no_harm(run: Path, store: Store, wrong: Any) -> None:
    for name in ("hypergraphs/hypergraph_conv_0.json", "judged.json", "retrieval_logs.json"):
        write_json(run, name, wrong)
    found = import_run(run, store, "off")
    assert len(found.conversations) == 1


def test_a_folder_that_is_no_run_is_explained(tmp_path: Path, store: Store) -> None:
    with pytest.raises(DataError, match="no results folder"):
        import_run(tmp_path, store, "off")
    with pytest.raises(DataError, match="no such folder"):
        import_run(tmp_path / "nowhere", store, "off")


def test_the_only_run_below_a_folder_is_found(run: Path, store: Store) -> None:
    assert import_run(run.parent, store, "off").report.source == "HyperMem-v3_tiny"
    write_tiny_run(run.parent / "other")
    with pytest.raises(DataError, match="2 runs"):
        import_run(run.parent, store, "off")


def test_the_sample_run_comes_in_whole(store: Store) -> None:
    found = import_run(sample(), store, "off")
    assert found.counts == {"topics": 28, "episodes": 32, "facts": 66, "questions": 40}
    said = kinds(found)
    assert said["shifted_episode_times"] == 22 and said["last_episodes_with_a_copied_time"] == 10
    assert said["sessions_sorted_as_text"] == 1 and said["fact_hyperedges_merged"] == 1
    assert not {"damaged_files", "ids_of_no_node", "candidates_that_differ"} & said.keys()
    rows = load_rows(store.run_folder("off", "official"))
    assert len(rows) == 40 and all(row.verdict for row in rows.values())
    assert np.isfinite(store.load_memory("off", "hypermem", "official-9").vectors.matrix).all()
