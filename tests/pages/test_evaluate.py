import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import state
from tests.pages.built import labels, open_page, open_tab, words, write_source

PAGE = "../pages/5_Evaluate.py"


def press(at: AppTest, start: str) -> AppTest:
    next(button for button in at.button if button.label.startswith(start)).click()
    return at.run()


def finished(at: AppTest) -> AppTest:
    for _ in range(200):
        if not any(label == "Stop" for label in labels(at)) and at.metric:
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(words(at))


def test_without_a_conversation_the_page_says_where_to_open_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch)
    assert not at.exception
    assert "Open a conversation" in labels(at)


def test_before_a_run_the_page_says_what_to_press(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    assert not at.exception
    assert "Run 2 questions" in labels(at)
    assert "Nothing was evaluated" in words(at)


def test_a_run_ends_in_numbers_for_both_methods_and_a_question_opens_in_ask(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    at = finished(press(at, "Run 2"))
    assert not at.exception
    assert {"hypermem", "flat"} <= {metric.label for metric in at.metric}
    of = {metric.label: metric.delta for metric in at.metric}  # every share says of how many
    assert (of["F1"], of["Recall @ 1,000 tokens"]) == ("n = 2", "n = 2")
    assert of["Accuracy, lexical judge"].endswith(" of 2")
    assert "Published, other models" not in words(at)  # a tab that is shut is not drawn
    at = open_tab(at, "evaluate-tabs", "Scores")
    assert "Published, other models" in words(at)
    at = press(open_tab(at, "evaluate-tabs", "Questions"), "Open in Ask")
    assert not at.exception
    assert at.title[0].value == "Ask"
    assert at.session_state[state.KEY].question


def test_a_question_of_a_run_opens_in_diagnose(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    at = open_tab(finished(press(at, "Run 2")), "evaluate-tabs", "Questions")
    at = press(at, "Diagnose")
    assert not at.exception
    assert at.title[0].value == "Diagnose"
    asked = at.session_state[state.KEY].question
    assert any(asked in item.proto.body for item in at.get("html"))
