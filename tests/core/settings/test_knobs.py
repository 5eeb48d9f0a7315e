from typing import Any

import pytest

from hypermem_core.errors import SettingsError
from hypermem_core.settings import (
    Settings,
    choices,
    iter_knobs,
    load,
    with_value,
)


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(SettingsError) as caught:
        load({"HYPERMEM_TOPIC_TOPK": "7"})
    assert caught.value.message == "There is no setting 'HYPERMEM_TOPIC_TOPK'."
    assert caught.value.hint == "Did you mean HYPERMEM_TOPIC_TOP_K?"
    with pytest.raises(SettingsError, match=r"Did you mean retrieval\.topic_k\?"):
        with_value(Settings(), "retrieval.topick", 3)


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
        ("judge.votes", 2, "is even, so votes could tie. Write an odd number."),
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


@pytest.mark.parametrize("value", ["3.7", 3.7, "nan", "inf", "ten", None])
def test_a_whole_number_is_never_made_from_something_else(value: object) -> None:
    with pytest.raises(SettingsError):
        with_value(Settings(), "retrieval.topic_k", value)


@pytest.mark.parametrize("given", ["sk-abc123def456", "sk_live_1", "a key", "ab$c", "k" * 65])
def test_what_is_no_variables_name_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(SettingsError) as caught:
        with_value(Settings(), "models.judge_api_key_env", given)
    assert given not in str(caught.value)
    assert with_value(Settings(), "models.judge_api_key_env", "") == Settings()


@pytest.mark.parametrize("given", ["http://[", "http://me:secret@host:port/v1", "http://h:99999"])
def test_what_is_no_address_is_refused_without_repeating_it(given: str) -> None:
    with pytest.raises(SettingsError, match=r"models\.base_url is no address") as caught:
        with_value(Settings(), "models.base_url", given)
    assert given not in str(caught.value)


@pytest.mark.parametrize("place", ["base_url", "judge_base_url", "reranker_base_url"])
@pytest.mark.parametrize("given", ["http://me:sk-1@h/v1", "http://sk-1@h", "http://h/v1?key=sk-1"])
def test_a_key_in_an_address_is_refused_since_addresses_are_kept(place: str, given: str) -> None:
    with pytest.raises(SettingsError, match=f"models.{place} holds more") as caught:
        with_value(Settings(), f"models.{place}", given)
    assert "sk-1" not in f"{caught.value} {caught.value.hint}"


def test_an_address_is_read_without_the_spaces_around_it() -> None:
    found = with_value(Settings(), "models.judge_base_url", " http://[::1]:8000/v1\n")
    assert found.models.judge_base_url == "http://[::1]:8000/v1"
