"""Arguments become settings."""

import pytest

from hypermem_core.cli.arguments import chosen_settings, parser
from hypermem_core.errors import SettingsError


def test_preset_and_repeated_set_make_one_tree() -> None:
    line = "settings --preset paper --set retrieval.topic_k=4 --set answer.style=full"
    settings = chosen_settings(parser().parse_args(line.split()))
    assert settings.retrieval.topic_k == 4
    assert settings.retrieval.rerank_facts
    assert settings.answer.style == "full"


def test_a_setting_given_twice_is_an_error() -> None:
    line = "settings --set answer.budget=100 --set answer.budget=200"
    with pytest.raises(SettingsError):
        chosen_settings(parser().parse_args(line.split()))


def test_categories_are_numbers_and_conversations_may_be_many() -> None:
    line = "evaluate f --experiment e --conversation a b --conversation c --categories 1,4"
    args = parser().parse_args(line.split())
    assert args.categories == ("multi-hop", "single-hop")
    assert args.conversation == ["a", "b", "c"]
    assert args.method == "hypermem"
