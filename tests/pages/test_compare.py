import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.models import Models
from hypermem_core.settings import Settings, with_value
from tests.pages.built import QUESTION, html, labels, open_page, words, write_source
from tests.pages.evaluated import run_methods

PAGE = "../pages/8_Compare.py"


def part(at: AppTest, name: str) -> AppTest:
    at.session_state["compare-part"] = name
    return at.run()


def settled(at: AppTest) -> AppTest:
    for _ in range(200):
        if "Stop" not in labels(at):
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(words(at))


def test_without_a_run_the_page_says_where_to_make_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch)
    assert not at.exception
    assert "Open Evaluate" in labels(at)


def test_the_leaderboard_has_a_line_a_run_and_the_published_ones_apart(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    at = open_page(PAGE, results, monkeypatch, source)
    assert not at.exception
    ours, published = at.dataframe[0].value, at.dataframe[1].value
    assert set(ours["method"]) == {"hypermem", "flat"}
    assert "HyperMem" in set(published["system"])
    assert any(expander.label.startswith("Published, other models") for expander in at.expander)


def test_two_runs_are_compared_by_category_with_what_differs_and_both_sides(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    at = part(open_page(PAGE, results, monkeypatch, source), "Two runs")
    assert not at.exception
    tables = [frame.value for frame in at.dataframe]
    assert any("McNemar p" in table.columns for table in tables)
    differing = next(table for table in tables if "what" in table.columns)
    assert "method" in set(differing["what"])


def test_a_run_is_compared_with_several_and_each_has_its_lists(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat", "hingemem")
    at = part(open_page(PAGE, results, monkeypatch, source), "Two runs")
    to = next(box for box in at.multiselect if box.label == "To")
    at = to.set_value(list(to.options)).run() if len(to.value) < len(to.options) else at
    assert not at.exception
    lists = next(group for group in at.button_group if group.label == "Lists of")
    assert len(lists.options) == 2


def test_one_question_goes_through_the_methods_built_and_the_others_are_offered(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    at = open_page(PAGE, results, monkeypatch, source, question=QUESTION)
    at = settled(part(at, "Methods, one question"))
    assert not at.exception
    assert "Build hingemem, hgmem" in labels(at)
    table = at.dataframe[0].value
    assert list(table["method"]) == ["hypermem", "flat"]
    assert set(table["gold turns"]) <= {"0 of 1", "1 of 1"}
    assert "Pixel" in html(at)


def test_a_whole_evaluation_stands_on_the_questions_all_runs_asked(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    at = part(open_page(PAGE, results, monkeypatch, source), "Methods, all questions")
    assert not at.exception
    assert "Over the 2 questions" in words(at)
    assert "Not evaluated here: hingemem, hgmem." in words(at)
    assert set(at.dataframe[0].value["method"]) == {"hypermem", "flat"}
    assert not at.warning


def test_a_whole_evaluation_names_everything_but_the_method_that_differs(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem")
    other = with_value(with_value(Settings(), "answer.budget", 500), "retrieval.fact_k", 9)
    run_methods(source, results, models, "flat", settings=other)
    at = part(open_page(PAGE, results, monkeypatch, source), "Methods, all questions")
    assert not at.exception
    (said,) = [one.value.replace("\\", "") for one in at.warning]
    assert said == "Beside the method, 1 thing differs: answer.budget (4000 → 500)"
