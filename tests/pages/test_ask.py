from pathlib import Path

import pytest

from hypermem_core.models import Models
from tests.pages.built import QUESTION, build_memory, html, labels, open_page, words, write_source

PAGE = "../pages/4_Ask.py"


def test_without_a_memory_the_page_leads_to_build(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    assert not at.exception
    assert "Open Build" in labels(at)


def test_a_typed_question_shows_three_stages_and_an_answer(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(PAGE, results, monkeypatch, source)
    assert "Ask something" in words(at)
    at.text_input(key="ask-text").set_value("Who has a cat?").run()
    assert not at.exception
    stages = at.segmented_control(key="stage-hypermem").options
    assert [name.split(" · ")[0] for name in stages] == ["Topics", "Episodes", "Facts", "Context"]
    assert "hm-answer" in html(at)


def test_a_gold_question_marks_its_turns_and_a_slider_acts_at_once(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(PAGE, results, monkeypatch, source, question=QUESTION)
    assert "Gold turns in the context: 1 of 1" in html(at)
    assert "6 May 2024" in html(at)
    at.slider(key="knob-retrieval.fact_k").set_value(1).run()
    assert not at.exception
    assert "k_F = 1" in html(at)


def test_flat_is_one_switch_away_and_says_when_it_is_not_built(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(PAGE, results, monkeypatch, source, question=QUESTION)
    at.toggle(key="compare").set_value(True).run()
    assert "Build flat" in labels(at)
    build_memory(source, results, models, "flat")
    at.run()
    assert not at.exception
    assert "##### flat" in words(at)


def test_flat_shows_only_the_knobs_it_uses(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models, "flat")
    at = open_page(PAGE, results, monkeypatch, source, method="flat", question=QUESTION)
    assert not at.exception
    knobs = {item.key for item in (*at.slider, *at.toggle) if item.key.startswith("knob-")}
    assert knobs == {"knob-retrieval.rrf_k", "knob-retrieval.rerank_facts"}
