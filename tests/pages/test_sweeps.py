import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import state
from hypermem_core.models import Models
from tests.pages.built import labels, open_page, words, write_source
from tests.pages.evaluated import run_methods

PAGE = "../pages/10_Sweeps.py"


def part(at: AppTest, name: str) -> AppTest:
    at.session_state["whatif-part"] = name
    return at.run()


def press(at: AppTest, start: str) -> AppTest:
    next(button for button in at.button if button.label.startswith(start)).click()
    at.run()
    for _ in range(300):
        if "Stop" not in labels(at):
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(words(at))


@pytest.fixture
def opened(results: Path, monkeypatch: pytest.MonkeyPatch, models: Models) -> AppTest:
    source = write_source(results)
    run_methods(source, results, models, "hypermem")
    return open_page(PAGE, results, monkeypatch, source)


def test_without_a_run_the_page_says_where_to_make_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch)
    assert not at.exception
    assert "Open Evaluate" in labels(at)


def test_a_knob_moves_the_question_at_once_and_the_run_stays(opened: AppTest) -> None:
    assert not opened.exception
    metrics = {metric.label: metric.value for metric in opened.metric}
    assert metrics["Recall @ 4,000"] == "100%"
    slider = next(s for s in opened.slider if s.key == "knob-retrieval.fact_k")
    slider.set_value(1).run()
    assert not opened.exception
    assert "Moved: fact_k 30 → 1" in words(opened)
    assert "gone" in words(opened)
    assert state.settings(opened.session_state[state.KEY]).retrieval.fact_k == 30


def test_a_rerun_of_all_questions_is_kept_and_shown_on_coming_back(
    opened: AppTest, results: Path
) -> None:
    at = press(part(opened, "All questions"), "Rerun 2")
    assert not at.exception
    assert {metric.label for metric in at.metric} >= {"Recall @ 1,000", "Tokens read"}
    assert len(list((results.parent / "results" / results.parent.name / "sweeps").iterdir())) == 1
    again = part(part(at, "One question"), "All questions")
    assert {metric.label for metric in again.metric} >= {"Recall @ 1,000"}


def test_the_ablation_table_is_one_click_on_recall(opened: AppTest) -> None:
    at = press(part(opened, "Sweeps"), "Run 7")
    assert not at.exception
    tables = [frame.value for frame in at.dataframe]
    swept = next(table for table in tables if "of whole context" in table.columns)
    assert len(swept) == 7
    assert swept.set_index("setting").loc["w/o FC", "of whole context"] == 0
    assert any(len(table) == 7 and "change" in table.columns for table in tables)


def test_judged_too_each_setting_becomes_a_run(opened: AppTest, results: Path) -> None:
    at = part(opened, "Sweeps")
    next(toggle for toggle in at.toggle if toggle.key == "judged-too").set_value(True).run()
    at = press(at, "Run 7")
    assert not at.exception
    assert not at.error, [error.value for error in at.error]
    swept = next(f.value for f in at.dataframe if "of whole context" in f.value.columns)
    assert any(name.startswith("accuracy · ") for name in swept.columns)
    at = part(at, "Against tokens")
    assert not at.exception
    assert "published, other models" not in words(at)  # another judge: only on request
    at = next(one for one in at.toggle if "Published" in one.label).set_value(True).run()
    assert "published, other models" in words(at)
