"""No page has more than one primary action: with nothing, with a memory, with finished runs."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.navigation import PAGES
from hypermem_core.models import Models
from tests.pages.built import QUESTION, build_memory, open_page, open_tab, write_source
from tests.pages.evaluated import run_methods


def primary(at: AppTest) -> list[str]:
    """Return the labels of the page's primary buttons."""
    return [button.label for button in at.button if button.proto.type == "primary"]


def check_every_page(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str = "", **params: str
) -> dict[str, list[str]]:
    """Return the primary actions of every page; at most one each."""
    found = {}
    for entry in PAGES:
        at = open_page(entry.file, results, monkeypatch, source, **params)
        assert not at.exception, entry.key
        found[entry.key] = primary(at)
    assert {name: many for name, many in found.items() if len(many) > 1} == {}
    return found


def test_without_anything(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = check_every_page(results, monkeypatch)
    assert found["conversations"] == ["Open the sample"]


def test_with_a_conversation_and_its_memory(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    found = check_every_page(results, monkeypatch, source)
    assert found["build"] == ["Build memory"]
    build_memory(source, results, models)
    found = check_every_page(results, monkeypatch, source, question=QUESTION)
    assert found["build"] == ["See the hypergraph"]
    assert found["hypergraph"] == ["Ask this memory"]


def test_with_finished_runs(results: Path, monkeypatch: pytest.MonkeyPatch, models: Models) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    found = check_every_page(results, monkeypatch, source, question=QUESTION)
    assert found["diagnose"] == ["Open in Ask"]


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("../pages/10_Sweeps.py", "whatif-part"),
        ("../pages/8_Compare.py", "compare-part"),
        ("../pages/9_Judges.py", "judges-part"),
    ],
)
def test_in_every_part_of_a_page(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, page: str, key: str
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem", "flat")
    at = open_page(page, results, monkeypatch, source, question=QUESTION)
    for part in at.segmented_control(key=key).options:
        at.segmented_control(key=key).set_value(part).run()
        assert not at.exception, part
        assert len(primary(at)) <= 1, part


@pytest.mark.parametrize("method", ["hingemem", "hgmem", "flat"])
def test_with_a_memory_of_another_method(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, method: str
) -> None:
    source = write_source(results)
    build_memory(source, results, models, method)
    for page in ("../pages/2_Build.py", "../pages/3_Hypergraph.py", "../pages/4_Ask.py"):
        at = open_page(page, results, monkeypatch, source, method=method, question=QUESTION)
        assert not at.exception, page
        assert len(primary(at)) <= 1, page


@pytest.mark.parametrize("tab", ["Recall", "Scores", "Questions", "Cost"])
def test_in_every_tab_of_an_evaluation(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, tab: str
) -> None:
    source = write_source(results)
    run_methods(source, results, models, "hypermem")
    at = open_page("../pages/5_Evaluate.py", results, monkeypatch, source)
    at = open_tab(at, "evaluate-tabs", tab)
    assert not at.exception
    assert len(primary(at)) <= 1
