from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import state, touring
from tests.pages.built import html, labels, open_page, words

FIRST, TOUR = "../pages/1_Conversations.py", "../pages/11_Tour.py"


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    return at.run()


def test_the_tour_starts_on_the_first_screen_and_ends_on_it(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = press(open_page(FIRST, results, monkeypatch), "Take the tour")
    assert at.title[0].value == "Tour"
    at = at.switch_page(TOUR).run()  # AppTest itself does not follow a switch
    for number, title in enumerate(touring.STOPS, 1):
        assert not at.exception
        assert f"{number} of 6 · {title}" in words(at)
        assert sum(button.proto.type == "primary" for button in at.button) == 1
        at = press(at, "Finish" if number == 6 else "Next")
    assert at.title[0].value == "Conversations"
    assert at.session_state[state.KEY].tour == ""
    assert at.session_state[state.KEY].experiment == touring.experiment()


def test_back_goes_back_and_leave_leaves(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_page(TOUR, results, monkeypatch, tour="2")
    at = press(at, "Back")
    assert "1 of 6" in words(at)
    assert next(button for button in at.button if button.label == "Back").disabled
    assert press(at, "Leave the tour").title[0].value == "Conversations"


def test_the_counting_stop_states_its_numbers_from_the_runs(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(TOUR, results, monkeypatch, tour="5")
    assert "**hypermem** 7 of 7" in words(at)
    missing = html(at).count("☆")
    assert missing > 0 and f"**flat** {7 - missing} of 7" in words(at)
    assert "“" in words(at) and "offline rules" in words(at)


def test_a_stop_that_is_none_is_the_nearest(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "6 of 6" in words(at := open_page(TOUR, results, monkeypatch, tour="99"))
    assert "Finish" in labels(at)
