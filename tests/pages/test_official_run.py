"""The door for official runs, and every page on an imported one."""

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.models import Models
from hypermem_core.official import import_run
from hypermem_core.store import Store
from tests.core.official.tiny_run import QUESTION, write_tiny_run
from tests.pages.built import open_tab

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")
PAGES = {
    "1_Conversations": "grey cat named Pixel",
    "2_Build": "Topics, largest first · 2 of 2",
    "3_Hypergraph": "Click a node",
    "4_Ask": "Pixel",
    "5_Evaluate": "On 4 May 2024",
}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_tiny_run(tmp_path / "HyperMem-v3_tiny")


def everything(at: AppTest) -> str:
    kinds = (at.text, at.markdown, at.info, at.caption, at.metric)
    said = [str(item.value) for kind in kinds for item in kind]
    frames = [frame.value.to_string() for frame in at.dataframe]
    return " ".join([*said, *frames, *(item.proto.body for item in at.get("html"))])


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    return at.run()


def test_a_run_is_opened_from_its_folder(
    run: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60).run()
    at.text_input(key="official-path").set_value(str(run)).run()
    press(at, "Open this run")
    for _ in range(100):
        if any(button.label == "Go to this experiment" for button in at.button):
            break
        time.sleep(0.2)
        at.run()
    assert not at.exception
    assert "1 conversation · 2 topics · 3 episodes · 4 facts · 1 question" in everything(at)
    assert "sessions sorted as text" in everything(at)
    press(at, "Go to this experiment")
    assert not at.exception
    assert at.query_params["experiment"] in ("official", ["official"])
    assert "grey cat named Pixel" in everything(at)
    assert "sessions sorted as text" in everything(at)  # in the import report


def test_a_folder_that_is_no_run_is_explained(
    tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60).run()
    at.text_input(key="official-path").set_value(str(tmp_path)).run()
    press(at, "Open this run")
    for _ in range(50):
        if "no results folder" in everything(at):
            break
        time.sleep(0.2)
        at.run()
    assert not at.exception
    assert "no results folder" in everything(at)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_an_imported_run(
    page: str, run: Path, results: Path, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    found = import_run(
        run,
        Store(results),
        "off",
        embedder=models.embedder,
        embedder_name="bge-small-en-v1.5",
    )
    at = AppTest.from_file(MAIN, default_timeout=60)
    for name, value in {
        "experiment": "off",
        "source": str(found.source),
        "conversation_id": "official-0",
        "question": QUESTION,
    }.items():
        at.query_params[name] = value
    at.run()
    at.switch_page(f"../pages/{page}.py").run()
    if page == "5_Evaluate":
        open_tab(at, "evaluate-tabs", "Questions")
    assert not at.exception
    assert PAGES[page] in everything(at)
