import json
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.models import Models
from tests.pages.built import (
    MAIN,
    QUESTION,
    build_memory,
    html,
    labels,
    open_page,
    words,
    write_source,
)
from tests.servers.loopback import Asked, Loopback, Said, chat

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


def said(asked: Asked) -> Said:
    if '"sufficient"' in asked.prompt:
        return chat('{"sufficient": true, "concerns": []}')
    point = {"members": ["Ana", "Pixel"], "description": "Ana has Pixel", "evidence": []}
    return chat(json.dumps({"updates": [], "inserts": [point]}))


def test_hgmem_asks_the_chat_model_once_and_sliders_ask_nothing(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, loopback: Loopback
) -> None:
    source = write_source(results)
    build_memory(source, results, models, "hgmem")
    loopback.answer = said
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60)
    at.query_params["experiment"] = results.parent.name
    at.query_params["source"] = source
    at.query_params["conversation_id"] = "ana-ben"
    at.query_params["method"] = "hgmem"
    at.query_params["question"] = QUESTION
    at.query_params["set"] = ["models.llm=loop-1", f"models.base_url={loopback.url}"]
    at.run()
    at.switch_page(PAGE).run()
    assert loopback.count() == 0
    assert "Ask with loop-1" in labels(at), words(at)
    next(button for button in at.button if button.label == "Ask with loop-1").click()
    at.run()
    for _ in range(100):
        if any(one.label == "Step" for one in at.select_slider):
            break
        time.sleep(0.1)
        at.run()
    assert not at.exception
    calls = loopback.count()
    assert calls >= 2
    step(at).set_value(1).run()
    at.slider(key="knob-hgmem.entity_k").set_value(7).run()
    assert "Ask with loop-1" in labels(at)
    at.slider(key="knob-hgmem.entity_k").set_value(20).run()
    assert step(at)
    assert loopback.count() == calls
