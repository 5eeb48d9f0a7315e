from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.settings import PRESETS, Settings, iter_knobs

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")
PAGE = "../pages/6_Settings.py"


@pytest.fixture
def at(results: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    opened = AppTest.from_file(MAIN, default_timeout=60).run()
    return opened.switch_page(PAGE).run()


def test_every_knob_has_its_place(at: AppTest) -> None:
    assert not at.exception
    keys = {
        widget.key
        for kind in (at.toggle, at.slider, at.number_input, at.selectbox, at.text_input)
        for widget in kind
        if widget.key
    }
    assert {f"knob-{path}" for path, *_ in iter_knobs(Settings())} <= keys


def test_a_moved_knob_is_counted_kept_in_the_address_and_taken_back(at: AppTest) -> None:
    at.slider(key="knob-retrieval.topic_k").set_value(7).run()
    assert any(caption.value.startswith("1 knob moved") for caption in at.caption)
    assert at.query_params["set"] == "retrieval.topic_k=7"
    next(button for button in at.button if button.label == "Back to the preset").click()
    at.run()
    assert at.slider(key="knob-retrieval.topic_k").value == 15
    assert "set" not in at.query_params


def test_a_preset_moves_the_knobs(at: AppTest) -> None:
    picker = next(box for box in at.selectbox if box.label == "Preset")
    assert len(picker.options) == len(PRESETS)
    picker.set_value("paper").run()
    assert not at.exception
    assert at.slider(key="knob-retrieval.topic_k").value == 10
    assert at.toggle(key="knob-retrieval.rerank_facts").value is True


def test_models_and_places_are_named(at: AppTest, results: Path) -> None:
    models, places = (table.value for table in at.dataframe)
    assert "offline rules" in set(models["model"])
    assert models["state"].str.startswith("ready").all()
    assert str(results / "replies.db") in set(places["where"])


def test_an_impossible_environment_variable_is_explained(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    monkeypatch.setenv("HYPERMEM_TOPIC_TOP_KK", "3")
    at = AppTest.from_file(MAIN, default_timeout=60).run()
    assert not at.exception
    assert any("HYPERMEM_TOPIC_TOP_K?" in text.value for text in at.text)
