from typing import Any

import pytest

from hypermem_core.errors import SettingsError
from hypermem_core.settings import (
    Settings,
    build_values,
    choices,
    fingerprint,
    iter_knobs,
    load,
    preset,
    secret,
    with_value,
)

OFFICIAL = {
    "HYPERMEM_EXPERIMENT_NAME": "mine",
    "HYPERMEM_USE_RERANKER": "true",
    "HYPERMEM_INITIAL_CANDIDATES": "80",
    "HYPERMEM_TOPIC_TOP_K": "7",
    "HYPERMEM_EPISODE_TOP_K": "8",
    "HYPERMEM_FACT_TOP_K": "9",
}


def _print(settings: Settings) -> str:
    return fingerprint(build_values(settings))


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


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(SettingsError) as caught:
        load({"HYPERMEM_TOPIC_TOPK": "7"})
    assert caught.value.message == "There is no setting 'HYPERMEM_TOPIC_TOPK'."
    assert caught.value.hint == "Did you mean HYPERMEM_TOPIC_TOP_K?"
    with pytest.raises(SettingsError, match=r"Did you mean retrieval\.topic_k\?"):
        with_value(Settings(), "retrieval.topick", 3)


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="Choose readme, paper, released"):
        preset("papre")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("retrieval.topic_k", 0, "out of range. Choose 1 to 100."),
        ("retrieval.topic_k", "101", "out of range. Choose 1 to 100."),
        ("build.similarity", "nan", "out of range"),
        ("retrieval.topic_k", "many", "is not a number"),
        ("retrieval.topic_k", None, "is not a number"),
        ("retrieval.topic_stage", "maybe", "is not true or false"),
        ("retrieval.aggregate", "max", "is no choice. Choose sum, mean."),
    ],
)
def test_an_impossible_value_is_refused(path: str, value: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        with_value(Settings(), path, value)
    assert path in caught.value.message


def test_text_is_read_as_the_type_and_the_ends_of_a_range_are_in_it() -> None:
    assert with_value(Settings(), "retrieval.topic_k", "100").retrieval.topic_k == 100
    assert with_value(Settings(), "retrieval.propagation", "0").retrieval.propagation == 0.0
    assert with_value(Settings(), "retrieval.topic_stage", " Off ").retrieval.topic_stage is False


def test_a_change_leaves_the_tree_it_was_made_from() -> None:
    start = Settings()
    with_value(start, "answer.budget", 500)
    assert start.answer.budget == 4000


def test_defaults_lie_within_their_own_ranges_and_choices() -> None:
    for path, about, value, kind in iter_knobs(Settings()):
        assert about.help, path
        assert with_value(Settings(), path, value) == Settings()
        assert not choices(kind) or value in choices(kind)


def test_the_build_fingerprint_ignores_what_no_build_reads() -> None:
    settings = Settings()
    for path in ("retrieval.topic_k", "answer.budget", "judge.votes"):
        settings = with_value(settings, path, 5 if path != "answer.budget" else 500)
    assert _print(settings) == _print(Settings())


@pytest.mark.parametrize(
    ("path", "value"),
    [("build.max_turns", 13), ("build.boundaries", "streaming"), ("models.llm", "some-model")],
)
def test_the_build_fingerprint_changes_with_what_a_build_reads(path: str, value: Any) -> None:
    assert _print(with_value(Settings(), path, value)) != _print(Settings())


def test_the_fingerprint_does_not_depend_on_the_order() -> None:
    assert fingerprint({"a": "1", "b": "2"}) == fingerprint({"b": "2", "a": "1"})
    assert len(fingerprint({})) == 16


def test_a_key_is_read_by_the_name_of_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SERVICE_KEY", "abc")
    assert secret("SOME_SERVICE_KEY") == "abc"
    assert secret("") == secret("NO_SUCH_SERVICE_KEY") == ""


@pytest.mark.parametrize("value", ["3.7", 3.7, "nan", "inf", "ten", None])
def test_a_whole_number_is_never_made_from_something_else(value: object) -> None:
    with pytest.raises(SettingsError):
        with_value(Settings(), "retrieval.topic_k", value)
