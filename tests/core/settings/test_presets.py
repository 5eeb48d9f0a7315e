import pytest

from hypermem_core.settings import Settings, iter_knobs, preset
from hypermem_core.settings.presets import PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_changes_its_own_settings_and_nothing_else(name: str) -> None:
    values = {path: value for path, _, value, _ in iter_knobs(preset(name))}
    defaults = {path: value for path, _, value, _ in iter_knobs(Settings())}
    assert values == {**defaults, **PRESETS[name]}


def test_the_readme_preset_is_the_defaults() -> None:
    assert preset("readme") == Settings()
    kept = Settings().retrieval
    assert (kept.topic_k, kept.episode_k, kept.fact_k, kept.pool) == (15, 25, 30, 100)


def test_the_paper_keeps_10_10_30_and_reranks_every_stage() -> None:
    knobs = preset("paper").retrieval
    assert (knobs.topic_k, knobs.episode_k, knobs.fact_k) == (10, 10, 30)
    assert knobs.rerank_topics and knobs.rerank_episodes and knobs.rerank_facts


def test_the_released_code_keeps_15_20_30_without_a_reranker() -> None:
    knobs = preset("released").retrieval
    assert (knobs.topic_k, knobs.episode_k, knobs.fact_k) == (15, 20, 30)
    assert not (knobs.rerank_topics or knobs.rerank_episodes or knobs.rerank_facts)
    assert preset("released").build.facts_per == "topic"


@pytest.mark.parametrize("name", ["readme", "paper", "released"])
def test_presets_of_the_original_turn_none_of_our_additions_on(name: str) -> None:
    defaults = {path: value for path, _, value, _ in iter_knobs(Settings())}
    for path, about, value, _ in iter_knobs(preset(name)):
        assert not about.help.startswith("Addition") or value == defaults[path]
