from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core.conversations import load
from hypermem_core.evaluation.disputes import dispute, disputes, gold_folder
from hypermem_core.evaluation.gold import GoldError
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.run import evaluate, run_name
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from tests.pages.built import QUESTION, build_memory, html, labels, open_page, words, write_source

PAGE = "../pages/7_Diagnose.py"
ASK = "../pages/4_Ask.py"


def run(results: Path, models: Models, method: str = "hypermem", fact_k: int = 30) -> str:
    source = write_source(results)
    build_memory(source, results, models, method)
    (chat,) = load(Path(source)).conversations
    store, experiment = Store(results), results.parent.name
    settings = with_value(Settings(), "retrieval.fact_k", fact_k)
    name = run_name(method, settings, True)
    folder = store.run_folder(experiment, name)
    folder.mkdir(parents=True)
    memory = store.load_memory(experiment, method, chat.id)
    made = create(method, settings, models)
    evaluate([chat], made, lambda _: memory, models, settings, folder)
    return source


PUBLISHED = "of the gold turns as published; an audit or a dispute names other turns for 1 of these"


def explained(at: AppTest, view: str) -> AppTest:
    at.session_state["explain"] = True
    at.run()
    return at.segmented_control(key="explain-view").set_value(view).run()


def test_without_a_run_the_page_leads_to_evaluate(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(PAGE, results, monkeypatch, write_source(results))
    assert not at.exception
    assert "Open Evaluate" in labels(at)


def test_a_run_shows_the_rule_the_list_and_one_chain(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = open_page(PAGE, results, monkeypatch, run(results, models), question=QUESTION)
    assert not at.exception
    assert "*not extracted*" in words(at)
    assert QUESTION in html(at) and "D1:1" in html(at)
    assert "6 May 2024" in html(at)
    at.pills(key="loss-stage").set_value("all").run()
    assert list(at.dataframe[0].value["question"])[0] == QUESTION
    assert len(at.dataframe[0].value) == 2


def test_filters_narrow_the_list_and_say_when_nothing_is_left(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = open_page(PAGE, results, monkeypatch, run(results, models))
    at.pills(key="loss-categories").set_value(["single-hop"]).run()
    at.pills(key="loss-stage").set_value("all").run()
    assert list(at.dataframe[0].value["question"]) == ["What did Ben make?"]
    at.pills(key="loss-badges").set_value(["date arithmetic"]).run()
    assert not at.exception
    assert "No question of this run" in words(at)


def test_a_runs_question_is_explained_with_the_settings_of_the_run(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = open_page(PAGE, results, monkeypatch, run(results, models, fact_k=1), question=QUESTION)
    at = explained(at, "Why, or why not?")
    assert not at.exception
    ends = set(at.dataframe[-1].value["stage's end"])
    target = at.selectbox[-1]
    assert target.value == "D1:1"
    assert ends <= {"✓ kept", "✗ k_F = 1"}
    fact = next(name for name in target.options if name.startswith("fact "))
    assert "Cut at the fact stage: k_F = 1" in words(at) or fact
    target.set_value(fact.split()[1]).run()
    assert not at.exception


@pytest.mark.parametrize("method", ["hypermem", "flat", "hingemem", "hgmem"])
def test_every_view_of_explain_works_in_ask_for_every_method(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models, method: str
) -> None:
    source = write_source(results)
    build_memory(source, results, models, method)
    at = open_page(ASK, results, monkeypatch, source, method=method, question=QUESTION)
    for view in ("Why, or why not?", "Scores", "Map of vectors", "Path on the graph"):
        at = explained(at, view)
        assert not at.exception, view
        if view == "Scores":
            assert "Cosine" in words(at) or "ξ" in words(at) or "best score" in words(at)


def test_a_stages_scores_are_taken_apart(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = write_source(results)
    build_memory(source, results, models)
    at = open_page(ASK, results, monkeypatch, source, question=QUESTION)
    at = explained(at, "Scores")
    table = at.dataframe[-2].value
    assert list(table.columns)[0] == "term" and table["contribution"].sum() > 0
    assert "1/(60+" in html(at)
    assert "It did not run at this stage" in words(at)


def test_a_gold_is_disputed_here_and_its_corrected_turns_are_followed(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    at = open_page(PAGE, results, monkeypatch, run(results, models), question=QUESTION)
    assert not at.multiselect  # the form is shut: its turns are not sent
    at.session_state["dispute"] = True
    at.run()
    turns = next(field for field in at.multiselect if field.label == "Gold turns")
    assert turns.value == ["D1:1"] and len(turns.options) == 7
    assert turns.options[2].startswith("D1:3 · Ana: She is two years old")
    turns.set_value(["D1:1", "D2:2"])
    next(f for f in at.text_input if f.label == "What it should be").set_value("yesterday")
    next(button for button in at.button if button.label == "Keep the dispute").click()
    at.run()
    assert not at.exception
    (kept,) = disputes(results / results.parent.name / "gold").values()
    assert (kept.corrected, kept.evidence) == ("yesterday", ("D1:1", "D2:2"))
    assert "Its gold turns should be: D1:1, D2:2" in words(at)
    assert "knocked over my only vase" not in html(at)
    assert PUBLISHED in words(at)
    next(c for c in at.segmented_control if c.label == "Gold").set_value("corrected").run()
    assert not at.exception
    assert "knocked over my only vase" in html(at)
    assert "yesterday" in html(at)
    assert "not judged against the corrected gold yet" in words(at)


def test_a_map_says_how_to_get_umap(
    results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    monkeypatch.setattr("app.components.vector_map_view.umap_installed", lambda: False)
    source = write_source(results)
    build_memory(source, results, models, "flat")
    at = open_page(ASK, results, monkeypatch, source, method="flat", question=QUESTION)
    at = explained(at, "Map of vectors")
    assert not at.exception
    assert "PCA: the two directions" in words(at)
    assert "`pip install umap-learn`" in words(at)


@pytest.mark.parametrize("page", ["5_Evaluate", "7_Diagnose", "10_Sweeps"])
def test_recall_says_beside_it_that_other_gold_turns_are_named(
    page: str, results: Path, monkeypatch: pytest.MonkeyPatch, models: Models
) -> None:
    source = run(results, models)
    (chat,) = load(Path(source)).conversations
    asked, folder = chat.questions[0], gold_folder(Store(results), results.parent.name)
    fault = GoldError(key(chat.id, asked), chat.id, asked.text, asked.answer, "WRONG_CITATION")
    dispute(folder, fault)  # names no turns: nothing to say
    assert PUBLISHED not in words(open_page(f"../pages/{page}.py", results, monkeypatch, source))
    dispute(folder, replace(fault, evidence=("D2:2",)))
    at = open_page(f"../pages/{page}.py", results, monkeypatch, source)
    assert not at.exception
    assert PUBLISHED in words(at)
