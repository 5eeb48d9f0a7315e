"""The app with a chat model on loopback: keys, connection, pause and resume, calls, costs."""

import logging
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.built import MAIN, QUESTION, labels, open_tab, words, write_source
from tests.servers import twins
from tests.servers.faults import FAULTS
from tests.servers.loopback import Asked, Loopback, Said, chat, error, healthy

SETTINGS, BUILD = "../pages/6_Settings.py", "../pages/2_Build.py"
ASK, EVALUATE = "../pages/4_Ask.py", "../pages/5_Evaluate.py"
KEY = "sk-planted-4711-0815-hidden"


@pytest.fixture
def at(results: Path, monkeypatch: pytest.MonkeyPatch, loopback: Loopback) -> AppTest:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)
    opened = AppTest.from_file(MAIN, default_timeout=60)
    opened.query_params["experiment"] = results.parent.name
    opened.query_params["source"] = write_source(results)
    opened.query_params["conversation_id"] = "ana-ben"
    opened.query_params["set"] = ["models.llm=loop-1", f"models.base_url={loopback.url}"]
    return opened.run()


def go(at: AppTest, page: str) -> AppTest:
    at.switch_page(page).run()
    assert not at.exception
    return at


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    at.run()
    assert not at.exception
    return at


def until(at: AppTest, label: str) -> AppTest:
    for _ in range(300):
        if label in labels(at):
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(f"no button {label!r}: {labels(at)} {words(at)}")


def codes(at: AppTest) -> str:
    return " ".join(block.value for block in at.code)


def type_key(at: AppTest) -> AppTest:
    at.text_input(key="key-OPENAI_API_KEY").set_value(KEY).run()
    assert not at.exception
    return at


def open_calls(at: AppTest) -> AppTest:
    """Open the tab of calls, whose label counts them."""
    label = next(tab.label for tab in at.tabs if tab.label.startswith("Calls "))
    return open_tab(at, "built-tabs", label)


def everything(at: AppTest) -> str:
    return str(at.main) + str(at.sidebar) + str(at.query_params)


def test_a_typed_key_is_used_and_is_nowhere_to_be_found(
    at: AppTest, results: Path, loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    type_key(go(at, SETTINGS))
    assert at.text_input(key="key-OPENAI_API_KEY").value == ""
    assert "OPENAI_API_KEY" in words(at)
    at.button(key="test-extraction").click().run()
    assert {asked.headers["Authorization"] for asked in loopback.asked} == {f"Bearer {KEY}"}
    assert any("✓ JSON schema" in text.value for text in at.text)
    assert KEY not in everything(at)
    until(press(go(at, BUILD), "Build memory"), "See the hypergraph")
    assert loopback.asked[-1].headers["Authorization"] == f"Bearer {KEY}"
    assert KEY not in everything(at)
    for path in results.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path
    assert KEY not in caplog.text
    go(at, SETTINGS)
    at.button(key="forget-OPENAI_API_KEY").click().run()
    assert not any(b.label == "Forget" for b in at.button)


def test_another_key_drops_what_the_last_one_showed(at: AppTest) -> None:
    type_key(go(at, SETTINGS))
    at.button(key="test-extraction").click().run()
    assert any("✓ key" in text.value for text in at.text)
    at.text_input(key="key-OPENAI_API_KEY").set_value(f"{KEY}-other").run()
    assert not any("✓ key" in text.value for text in at.text)


def test_the_table_of_models_says_which_key_is_missing(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    at = AppTest.from_file(MAIN, default_timeout=60)
    at.query_params["set"] = ["models.llm=gpt-4.1-mini"]
    go(at.run(), SETTINGS)

    def states() -> list[str]:
        return [state for table in at.dataframe if "state" in table.value
                for state in table.value["state"]]  # fmt: skip

    assert states()[:3] == ["OPENAI_API_KEY is missing"] * 3
    type_key(at)
    assert states()[:3] == ["at api.openai.com"] * 3


def test_a_key_typed_as_its_variables_name_is_refused(at: AppTest) -> None:
    go(at, SETTINGS)
    at.text_input(key="knob-models.api_key_env").set_value(KEY).run()
    assert any("no name of a variable" in text.value for text in at.text)
    assert KEY not in everything(at)
    assert at.text_input(key="knob-models.api_key_env").value == "OPENAI_API_KEY"


def test_one_click_fills_in_a_provider_and_a_preset_leaves_it(at: AppTest) -> None:
    go(at, SETTINGS)
    at.button(key="provider-OpenRouter").click().run()
    assert at.text_input(key="knob-models.base_url").value == "https://openrouter.ai/api/v1"
    assert at.text_input(key="knob-models.api_key_env").value == "OPENROUTER_API_KEY"
    assert "missing" in words(at)
    next(box for box in at.selectbox if box.label == "Preset").set_value("paper").run()
    assert at.text_input(key="knob-models.base_url").value == "https://openrouter.ai/api/v1"


def test_embedder_and_reranker_are_tested_on_a_click(
    results: Path, monkeypatch: pytest.MonkeyPatch, loopback: Loopback
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60)
    chosen = {"embedder": "api:e", "reranker": "rerank:r"}
    places = {"embedding_base_url": loopback.url, "reranker_base_url": loopback.url}
    at.query_params["set"] = [f"models.{k}={v}" for k, v in {**chosen, **places}.items()]
    go(at.run(), SETTINGS)
    assert loopback.asked == []
    at.button(key="test-embedder").click().run()
    at.button(key="test-reranker").click().run()
    assert not at.exception
    shown = [text.value for text in at.text]
    assert any("✓ dimension: 64 numbers" in text for text in shown)
    assert any("✓ answer ranked first: 0.57" in text for text in shown)
    loopback.answer = lambda asked: error(404, "no such model")
    at.button(key="test-embedder").click().run()
    assert "Check the model's name and the base URL in the settings." in words(at)
    assert "Does not work" in words(at)


def test_a_pause_is_one_sentence_and_resume_asks_only_for_the_rest(
    at: AppTest, loopback: Loopback
) -> None:
    def refuse(asked: Asked) -> Said:
        return error(401, "Incorrect API key") if asked.number >= 3 else healthy(asked)

    loopback.answer = refuse
    until(press(go(at, BUILD), "Build memory"), "Resume")
    assert "loop-1 at 127.0.0.1 does not accept the key (status 401)" in words(at)
    assert "Check the key in OPENAI_API_KEY" in words(at)
    paid = [asked.prompt for asked in loopback.asked if asked.status == 200]
    loopback.answer = healthy
    loopback.clear()
    until(press(at, "Resume"), "See the hypergraph")
    assert not set(paid) & {asked.prompt for asked in loopback.asked}


def test_the_estimate_comes_before_the_build_and_a_budget_stops_it(
    at: AppTest, loopback: Loopback
) -> None:
    go(at, BUILD)
    for _ in range(100):
        if at.metric:
            break
        time.sleep(0.1)
        at.run()
    numbers = {metric.label: metric.value for metric in at.metric}
    assert loopback.asked == []
    assert int(numbers["calls"]) > 3 and numbers["cost"] == "$0.00"
    at.number_input(key="knob-models.budget_tokens").set_value(1500).run()
    until(press(at, "Build memory"), "Resume")
    assert "budget is spent" in words(at)
    at.number_input(key="knob-models.budget_tokens").set_value(0).run()
    until(press(at, "Resume"), "See the hypergraph")


def test_what_lacks_a_reply_is_listed_and_asked_for_again(at: AppTest, loopback: Loopback) -> None:
    def chatty(asked: Asked) -> Said:
        if "fact" in asked.prompt[:300].lower():
            return chat("I would rather talk about <b>the weather</b>.", prompt=asked.prompt)
        return healthy(asked)

    loopback.answer = chatty
    until(press(go(at, BUILD), "Build memory"), "Retry these")
    assert "without a model's reply" in words(at)
    open_calls(at)
    at.segmented_control(key="build-calls-which").set_value("Degraded").run()
    assert "<b>the weather</b>" in codes(at)
    loopback.answer = healthy
    press(at, "Retry these")
    until(at, "See the hypergraph")
    assert "Retry these" not in labels(at)


def test_weights_that_were_clamped_are_counted_and_named(at: AppTest, loopback: Loopback) -> None:
    def heavy(asked: Asked) -> Said:
        if twins.recognised(asked.prompt)[0] != "hypermem/episode_roles":
            return healthy(asked)
        return FAULTS["weights out of range"](twins.answer(asked.prompt), asked)

    loopback.answer = heavy
    until(press(go(at, BUILD), "Build memory"), "See the hypergraph")
    told = next(one for one in at.expander if one.label.startswith("Put right in replies: "))
    table = next(table.value for table in told.dataframe)
    clamped = table[table["what"].str.contains("the weight 7.5; it was moved into 0 to 1")]
    assert len(clamped) >= 1 and clamped["hyperedge"].str.startswith("edge-topic-").all()
    moved = int(table["what"].str.contains("was moved into").sum())
    roles = int(table["what"].str.contains("unknown role 'hero'").sum())
    words = "weights were outside 0–1 and were" if moved > 1 else "weight was outside 0–1 and was"
    assert f": {moved} {words} clamped; {roles} unknown role" in told.label


def test_calls_show_the_raw_reply_and_costs_their_tokens(at: AppTest) -> None:
    open_calls(until(press(go(at, BUILD), "Build memory"), "See the hypergraph"))
    assert "tokens" in words(at) and "asked for as JSON schema" in words(at)
    assert len(at.code) == 3  # raw, read, prompt
    open_tab(at, "built-tabs", "Cost")
    tables = [table.value for table in at.dataframe]
    costs = next(table for table in tables if "cost" in table.columns)
    assert set(costs["cost"]) == {"$0.00"} and costs["step"].iloc[-1] == "together"


def test_asking_waits_for_a_click_and_keeps_the_answer(at: AppTest, loopback: Loopback) -> None:
    until(press(go(at, BUILD), "Build memory"), "See the hypergraph")
    loopback.clear()
    go(at, ASK)
    at.text_input(key="ask-text").set_value(QUESTION).run()
    assert loopback.count() == 0
    press(at, "Answer with loop-1")
    assert loopback.count() == 1
    at.run()
    assert loopback.count() == 1
    assert "The raw reply" in " ".join(one.label for one in at.expander)


def test_an_evaluation_shows_what_it_cost_and_retries_what_has_no_score(
    at: AppTest, loopback: Loopback
) -> None:
    def no_judge(asked: Asked) -> Said:
        judging = twins.recognised(asked.prompt)[0].startswith("judges/")
        return chat("perhaps", prompt=asked.prompt) if judging else healthy(asked)

    loopback.answer = no_judge
    go(at, EVALUATE)
    until(press(at, "Run 2 questions"), "Retry these")
    assert "have no score" in words(at)
    loopback.answer = healthy
    press(at, "Retry these")
    for _ in range(300):
        if "Stop" not in labels(at) and "Retry these" not in labels(at):
            break
        time.sleep(0.1)
        at.run()
    assert "Retry these" not in labels(at)
    open_tab(at, "evaluate-tabs", "Cost")
    tables = [table.value for table in at.dataframe]
    costs = next(table for table in tables if "cost a question" in table.columns)
    assert list(costs["step"]) == ["answer", "judge", "together"]


def test_hgmem_retrieves_only_on_a_click_and_shows_what_was_said(
    at: AppTest, loopback: Loopback
) -> None:
    go(at, BUILD)
    next(one for one in at.radio if one.label == "Method").set_value("hgmem").run()
    open_calls(until(press(at, "Build memory"), "See the hypergraph"))
    assert any("hgmem/extract" in set(table.value.get("prompt", ())) for table in at.dataframe)
    loopback.clear()
    go(at, ASK)
    at.text_input(key="ask-text").set_value(QUESTION).run()
    assert loopback.count() == 0
    until(press(at, "Ask with loop-1"), "Answer with loop-1")
    asked = loopback.count()
    assert asked > 0
    at.run()
    assert loopback.count() == asked
    assert "while retrieving" in " ".join(one.label for one in at.expander)
