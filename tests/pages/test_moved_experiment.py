"""A bundle opened on another machine: every page shows it, with no file behind it."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import navigation
from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.reports.bundle import pack, unpack
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from tests.pages.built import build_memory, labels, open_page, open_tab, words, write_source

FILES = [page.file for page in navigation.PAGES if not page.hidden]


@pytest.fixture
def there(results: Path, tmp_path: Path, models: Models) -> Path:
    """A results folder that got the experiment as a bundle, and nothing else."""
    source, settings, name = write_source(results), Settings(), results.parent.name
    store = Store(results)
    for method in ("hypermem", "flat"):
        build_memory(source, results, models, method)
        evaluate(
            load(Path(source)).conversations,
            create(method, settings, models),
            lambda chat, method=method: build(chat, name, method, settings, models, store),
            models,
            settings,
            store.run_folder(name, f"{method}-run"),
        )
    other = tmp_path / name / "results"  # `open_page` names the experiment by the parent
    unpack(pack(store, name), Store(other), name)
    Path(source).unlink()
    return other


@pytest.mark.parametrize("file", FILES)
def test_every_page_shows_an_experiment_that_was_moved(
    there: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    at = open_page(file, there, monkeypatch)
    assert not at.exception and not at.error
    assert "No conversation is open" not in words(at)
    assert "No memory" not in words(at)


def test_a_run_has_its_card_and_report_on_evaluate(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page("../pages/5_Evaluate.py", there, monkeypatch)
    at = open_tab(at, "evaluate-tabs", "Questions")
    assert any(item.label.startswith("Run card") for item in at.expander)
    downloads = [item.proto.label for item in at.get("download_button")]
    assert {"Card (JSON)", "CSV", "JSON"} <= set(downloads)
    next(button for button in at.button if button.label == "Make the report").click()
    at.run()
    for _ in range(100):
        made = [item for item in at.get("download_button") if item.proto.label == "Report (HTML)"]
        if made:
            break
        at.run()
    assert len(made) == 1 and not at.exception


def test_settings_exports_the_experiment_and_takes_one_in(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page("../pages/6_Settings.py", there, monkeypatch)
    assert "2 memories, 2 runs" in words(at)
    assert "Export this experiment" in [item.proto.label for item in at.get("download_button")]
    assert "Open this bundle" in labels(at)


def page(name: str) -> None:
    from app import state
    from app.components.bundle_box import show_experiment

    show_experiment("mine")
    found = state.get()
    import streamlit as st

    st.text(f"{found.experiment} {found.method} {found.conversation_id} {found.source!r}")


def test_what_came_in_is_shown_by_its_own_method_and_conversation(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    (chat,) = load(Path(write_source(results))).conversations
    build(chat, "mine", "flat", Settings(), models, Store(results))
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_function(page, args=("x",)).run()
    assert at.text[0].value == "mine flat ana-ben ''"
