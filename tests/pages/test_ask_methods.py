from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.models import Models
from tests.pages.built import QUESTION, build_memory, html, labels, open_page, words, write_source

PAGE = "../pages/4_Ask.py"


def ask(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, method: str, **params: str
) -> AppTest:
    source = write_source(results)
    build_memory(source, results, models, method)
    return open_page(PAGE, results, monkeypatch, source, method=method, **params)


def step(at: AppTest) -> AppTest:
    return next(one for one in at.select_slider if one.label == "Step")


def test_hingemem_shows_its_plan_score_parts_and_stop(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = ask(results, monkeypatch, models, "hingemem", question=QUESTION)
    assert not at.exception
    assert "<b>Plan</b>" in html(at)
    assert "Where reading stops" in words(at)
    assert [
        name.split(" · ")[0] for name in at.segmented_control(key="stage-hingemem").options
    ] == [
        "Candidates",
        "Scores",
        "Turns",
        "Context",
    ]


def test_hingemem_offers_its_own_knobs_and_an_ablation_acts_at_once(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = ask(results, monkeypatch, models, "hingemem", question=QUESTION)
    keys = [w.key for w in (*at.slider, *at.toggle, *at.selectbox) if w.key]
    knobs = {key for key in keys if key.startswith("knob-")}
    assert knobs and all(key.startswith("knob-hingemem.") for key in knobs)
    at.selectbox(key="knob-hingemem.stop").set_value("top-k").run()
    at.slider(key="knob-hingemem.top_k").set_value(1).run()
    assert not at.exception
    assert "k = 1" in words(at).replace("\\", "")


def test_hgmem_steps_over_rounds_and_shows_what_changed(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = ask(results, monkeypatch, models, "hgmem", question=QUESTION)
    assert not at.exception
    assert "<b>the question</b>" in html(at)
    slider = step(at)
    assert slider.options[0] == "round 0 · retrieve"
    slider.set_value(0).run()
    assert not at.exception
    assert "only retrieved" in words(at)
    at = step(at).set_value(2).run()
    assert "<b>inserted</b>" in html(at)


def test_a_chat_model_is_asked_only_by_a_button(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    for method in ("hgmem", "hingemem"):
        build_memory(source, results, models, method)
        params = {"method": method, "question": QUESTION, "set": "models.llm=some-model"}
        at = open_page(PAGE, results, monkeypatch, source, **params)
        assert not at.exception
        assert "Ask with some-model" in labels(at)
        assert "Moving a knob never asks by itself" in words(at)
        assert not at.get("plotly_chart")
