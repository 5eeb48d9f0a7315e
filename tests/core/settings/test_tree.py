from typing import Any

import pytest

from hypermem_core.errors import SettingsError
from hypermem_core.settings import (
    Settings,
    build_values,
    fingerprint,
    preset,
    with_value,
)


def _print(settings: Settings) -> str:
    return fingerprint(build_values(settings, "hypermem"))


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="Choose readme, paper, released"):
        preset("papre")


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
