"""A judged sweep with a chat model on loopback: estimate, calls, cache, budget, unscored."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from hypermem_core import prompts
from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.evaluation.run import evaluate, run_name
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from tests.pages.built import MAIN, labels, words, write_source
from tests.servers.loopback import Asked, Loopback, Said, chat, healthy

SWEEPS = "../pages/10_Sweeps.py"
VALUES = [1, 2]  # of fact_k


def loop_settings(loopback: Loopback) -> Settings:
    settings = with_value(Settings(), "models.llm", "loop-1")
    return with_value(settings, "models.base_url", loopback.url)


@pytest.fixture
def at(results: Path, monkeypatch: pytest.MonkeyPatch, loopback: Loopback) -> AppTest:
    """The page of sweeps over a run of retrieval alone, two questions."""
    source = write_source(results)
    (talk,) = load(Path(source)).conversations
    settings, store, experiment = loop_settings(loopback), Store(results), results.parent.name
    models = connect(settings, store.root / "replies.db", {})
    memory = build(talk, experiment, "hypermem", settings, models, store)
    folder = store.run_folder(experiment, run_name("hypermem", settings, False))
    folder.mkdir(parents=True)
    made = create("hypermem", settings, models)
    evaluate([talk], made, lambda _: memory, models, settings, folder, answers=False)
    loopback.clear()
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    opened = AppTest.from_file(MAIN, default_timeout=60)
    opened.query_params["experiment"] = experiment
    opened.query_params["source"] = source
    opened.query_params["conversation_id"] = talk.id
    opened.query_params["set"] = ["models.llm=loop-1", f"models.base_url={loopback.url}"]
    opened.run().switch_page(SWEEPS).run()
    opened.session_state["whatif-part"] = "Sweeps"
    opened.session_state["sweep"] = "One knob"
    opened.session_state["values-Knob-retrieval.topic_k"] = VALUES
    opened.run()
    opened.toggle(key="judged-too").set_value(True).run()
    return opened


def settled(at: AppTest) -> AppTest:
    for _ in range(300):
        if "Stop" not in labels(at):
            assert not at.exception
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(words(at))


def swept(at: AppTest) -> AppTest:
    next(button for button in at.button if button.label == "Run 2 settings").click()
    at.run()
    return settled(at)


def table(at: AppTest) -> Any:
    return next(f.value for f in at.dataframe if "of whole context" in f.value.columns)


def accuracy(at: AppTest) -> list[float]:
    found = table(at)
    return list(found[next(name for name in found.columns if name.startswith("accuracy"))])


def test_the_estimate_comes_first_the_calls_are_counted_and_a_second_run_asks_nothing(
    at: AppTest, loopback: Loopback
) -> None:
    at = settled(at)
    shown = {metric.label: metric.value for metric in at.metric}
    assert loopback.count() == 0  # the dry run asked nobody
    at = swept(at)
    assert not at.error, [error.value for error in at.error]
    asked = loopback.count()
    assert 0 < asked <= int(shown["calls"])
    assert list(table(at)["scored"]) == [2, 2]
    first = accuracy(at)
    at = swept(at)
    assert loopback.count() == asked
    assert accuracy(at) == first
    assert {metric.label: metric.value for metric in settled(at).metric}["calls"] == "0"


def test_a_budget_stops_the_whole_sweep_cleanly_and_more_of_it_goes_on(
    at: AppTest, loopback: Loopback
) -> None:
    at = settled(at)
    at.number_input(key="knob-models.budget_tokens").set_value(600).run()
    at = swept(settled(at))
    said = (
        words(at)
        + " ".join(one.value for one in at.warning)
        + " ".join(one.value for one in at.error)
    )
    assert "its budget is spent" in said
    asked = loopback.count()
    assert not any("of whole context" in frame.value.columns for frame in at.dataframe)
    at.number_input(key="knob-models.budget_tokens").set_value(0).run()
    at = swept(settled(at))
    assert list(table(at)["scored"]) == [2, 2]
    times = Counter(json.dumps(one.body, sort_keys=True) for one in loopback.asked)
    assert set(times.values()) == {1, 3}  # an answer once, a verdict by its three votes
    assert loopback.count() > asked


def test_a_judge_that_says_nothing_usable_leaves_answers_unscored_and_none_wrong(
    at: AppTest, loopback: Loopback
) -> None:
    opening = prompts.text("judges/three_votes").partition("$")[0]

    def mute(asked: Asked) -> Said:
        judging = asked.prompt.startswith(opening)
        return chat("no idea") if judging else healthy(asked)

    loopback.answer = mute
    at = swept(settled(at))
    found = table(at)
    assert list(found["scored"]) == [0, 0]
    assert [value for value in accuracy(at) if value == value and value is not None] == []
