from pathlib import Path

from hypermem_core.events import ModelCalled, NodeAdded
from hypermem_core.official import import_run
from hypermem_core.official.saving import read_sidecar, settings_of
from hypermem_core.store import Store
from tests.core.official.tiny_run import log, write_tiny_run


def test_the_limits_of_the_log_become_settings() -> None:
    config = log()["config"] | {"episode_top_k": 7, "output_type": "101", "use_reranker": True}
    knobs = settings_of([config]).retrieval
    assert (knobs.topic_k, knobs.episode_k, knobs.fact_k, knobs.pool) == (15, 7, 30, 100)
    assert (knobs.topic_context, knobs.episode_context, knobs.fact_context) == (True, False, True)
    assert knobs.rerank_facts and knobs.bm25_index == "mixed"
    assert settings_of([]).retrieval.episode_k == 20
    for nonsense in ("many", -3, 10**9, None, [1]):
        odd = {"episode_top_k": nonsense, "output_type": "0"}
        assert settings_of([odd]).retrieval.episode_k == 20


def test_a_build_can_be_replayed_with_its_tokens(tmp_path: Path, results: Path) -> None:
    store = Store(results)
    import_run(write_tiny_run(tmp_path / "run"), store, "off")
    events = store.load_events("off", "hypermem", "official-0")
    assert len([one for one in events if isinstance(one, NodeAdded)]) == 2 + 3 + 4
    called = [one for one in events if isinstance(one, ModelCalled)]
    assert [one.prompt_tokens for one in called] == [500, 400]


def test_the_side_car_keeps_what_our_store_has_no_place_for(tmp_path: Path, results: Path) -> None:
    store = Store(results)
    assert read_sidecar(store, "off") is None
    found = import_run(write_tiny_run(tmp_path / "run"), store, "off")
    kept = read_sidecar(store, "off")
    assert kept is not None and kept.report == found.report and kept.folder == "run"
    assert kept.tokens["0"]["total"]["call_count"] == 10
