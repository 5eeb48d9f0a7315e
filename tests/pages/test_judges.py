"""The page “Judges & gold”, by way of a run made from the small file."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.evaluation.disputes import disputes
from hypermem_core.evaluation.own_verdicts import own_verdicts
from hypermem_core.evaluation.rejudge import judgements
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from tests.pages.built import QUESTION, html, labels, open_page, words, write_source

PAGE = "../pages/9_Judges.py"


@pytest.fixture
def run(results: Path, models: Models) -> Path:
    """A run over two questions: the folder of its results."""
    (chat,) = load(Path(write_source(results))).conversations
    experiment, settings, store = results.parent.name, Settings(), Store(results)
    memory = build(chat, experiment, "flat", settings, models, store)
    folder = store.run_folder(experiment, "flat-1")
    method = create("flat", settings, models)
    evaluate([chat], method, lambda c: memory, models, settings, folder)
    return folder


def show(at: AppTest, section: str) -> AppTest:
    next(g for g in at.segmented_control if "Scores" in g.options).set_value(section)
    return at.run()


def press(at: AppTest, start: str) -> AppTest:
    next(button for button in at.button if button.label.startswith(start)).click()
    return at.run()


def judged(at: AppTest) -> AppTest:
    at = press(at, "Judge 4")  # two questions by two judges
    for _ in range(100):
        if "Stop" not in labels(at) and "All judged" in labels(at):
            return at
        at.run()
    raise AssertionError(labels(at))


def test_without_a_run_the_page_says_where_to_make_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch)
    assert not at.exception
    assert "No answers to judge yet" in words(at)
    assert "Open Evaluate" in labels(at)


def test_two_judges_judge_the_saved_answers_and_agree_or_differ(
    run: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = judged(open_page(PAGE, results, monkeypatch))
    assert not at.exception
    assert {name.split(" v1")[0] for name in judgements(run)} == {"lenient", "strict"}
    table = at.dataframe[0].value
    assert list(table[""]) == [
        "three votes v1, lexical",
        "lenient v1, lexical",
        "strict v1, lexical",
        "F1, LoCoMo",
        "ceiling",
        "always abstain",
    ]
    assert all("/2 " in cell for cell in table["overall"][:3])
    at = show(at, "Agreement")
    assert not at.exception
    assert "Fleiss' κ of all 3" in words(at)
    assert len(at.dataframe[0].value) == 3  # pairs


def test_the_persons_verdict_is_blind_first(
    run: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = show(open_page(PAGE, results, monkeypatch), "Your verdict")
    assert not at.exception
    assert "shown once you have decided" in words(at)
    assert "three votes v1" not in html(at)
    at = press(at, "Wrong")
    assert "You said wrong" in words(at)
    assert "three votes v1" in html(at)
    at = press(press(at, "Undo"), "Correct")
    (kept,) = own_verdicts(run).values()
    assert (kept.label, kept.blind) == ("correct", False)  # the judges had been shown
    at = press(press(at, "Next"), "Wrong")
    assert [one.blind for one in own_verdicts(run).values()] == [False, True]
    assert "a person" in " ".join(show(at, "Scores").dataframe[0].value[""])


def test_an_audit_moves_ceilings_and_a_wrong_file_is_explained(
    run: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = results / "bad.json", results / "good.json"
    bad.write_text("{}")
    entry = {"question": QUESTION, "error_type": "TEMPORAL_ERROR", "correct_answer": "5 May 2024"}
    good.write_text(json.dumps([entry, {"question": "Who else?"}]))
    at = show(open_page(PAGE, results, monkeypatch), "Gold audit")
    field = next(f for f in at.text_input if f.label == "Path of an audit")
    field.set_value(str(bad)).run()
    at = press(at, "Load this file")
    assert "no list of entries" in words(at)
    next(f for f in at.text_input if f.label == "Path of an audit").set_value(str(good)).run()
    at = press(at, "Load this file")
    assert not at.exception
    assert "1 entries fit this run, 1 are about other questions" in words(at)
    table = at.dataframe[0].value
    assert list(table["overall"]) == ["1/2 50.0%", "2/2 100.0%", "1/1 100.0%"]


def test_a_dispute_is_kept_reaches_diagnose_and_can_be_withdrawn(
    run: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = show(open_page(PAGE, results, monkeypatch), "Your verdict")
    at.session_state["dispute"] = True  # the form is opened
    at = at.run()
    next(area for area in at.text_area if area.label == "Why").set_value("<b>Both</b> fit.")
    at = press(at, "Keep the dispute")
    assert not at.exception
    (kept,) = disputes(results / results.parent.name / "gold").values()
    assert (kept.note, kept.kind) == ("<b>Both</b> fit.", "HALLUCINATION")
    assert kept.evidence == ()  # the turns were left as published
    assert "Disputed (disputed here): <b>Both</b> fit." in words(at)
    at = press(at, "Withdraw the dispute")
    assert disputes(results / results.parent.name / "gold") == {}
