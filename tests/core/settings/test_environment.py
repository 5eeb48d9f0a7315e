import pytest

from hypermem_core.settings import (
    Settings,
    iter_knobs,
    load,
    secret,
)

OFFICIAL = {
    "HYPERMEM_EXPERIMENT_NAME": "mine",
    "HYPERMEM_USE_RERANKER": "true",
    "HYPERMEM_INITIAL_CANDIDATES": "80",
    "HYPERMEM_TOPIC_TOP_K": "7",
    "HYPERMEM_EPISODE_TOP_K": "8",
    "HYPERMEM_FACT_TOP_K": "9",
}


def test_default_then_preset_then_environment_then_overrides() -> None:
    env = {"HYPERMEM_EPISODE_TOP_K": "11"}
    override = {"retrieval.episode_k": 12}
    assert load({}).retrieval.episode_k == 25
    assert load({}, "paper").retrieval.episode_k == 10
    assert load(env, "paper").retrieval.episode_k == 11
    assert load(env, "paper", override).retrieval.episode_k == 12
    assert load(env, "paper", override).retrieval.topic_k == 10


def test_the_official_names_work() -> None:
    knobs = load(OFFICIAL).retrieval
    assert (knobs.topic_k, knobs.episode_k, knobs.fact_k, knobs.pool) == (7, 8, 9, 80)
    assert knobs.rerank_topics and knobs.rerank_episodes and knobs.rerank_facts


def test_every_setting_has_a_name_in_the_environment() -> None:
    for path, _, value, _ in iter_knobs(Settings()):
        name = "HYPERMEM_" + path.replace(".", "_").upper()
        assert load({name: str(value)}) == Settings()


def test_the_real_environment_is_read_and_other_programs_names_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HYPERMEM_RETRIEVAL_RRF_K", "30")
    monkeypatch.setenv("RETRIEVAL_POOL", "3")
    assert load().retrieval.rrf_k == 30
    assert load().retrieval.pool == 100


def test_a_key_is_read_by_the_name_of_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SERVICE_KEY", "abc")
    assert secret("SOME_SERVICE_KEY") == "abc"
    assert secret("") == secret("NO_SUCH_SERVICE_KEY") == ""


def test_the_official_addresses_work_and_our_own_names_win() -> None:
    env = {"EMBEDDING_BASE_URL": "http://a:1/v1", "RERANKER_BASE_URL": "http://b:2"}
    models = load(env).models
    assert (models.embedding_base_url, models.reranker_base_url) == ("http://a:1/v1", "http://b:2")
    ours = load({**env, "HYPERMEM_MODELS_RERANKER_BASE_URL": "http://c:3"}).models
    assert ours.reranker_base_url == "http://c:3"
