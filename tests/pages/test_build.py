import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app import cache

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")
PAGE = "../pages/2_Build.py"
CHAT = "\n".join(
    [
        "Ana: Hi Ben, I adopted a grey cat named Pixel yesterday.",
        "Ben: Lovely! I started a pottery class in Leeds.",
        "Ana: Pixel hides under the sofa all day.",
        "Ben: My first bowl is blue, I gave it to my sister Clara.",
    ]
)


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / f"{tmp_path.name}.txt"
    path.write_text(CHAT)
    return str(path)


def open_page(results: Path, monkeypatch: pytest.MonkeyPatch, source: str = "") -> AppTest:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(results))
    at = AppTest.from_file(MAIN, default_timeout=60)
    at.query_params["experiment"] = results.parent.name  # jobs are one for all tests: own keys
    if source:
        at.query_params["source"] = source
    at.run()
    return at.switch_page(PAGE).run()


def labels(at: AppTest) -> list[str]:
    return [button.label for button in at.button]


def press(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click()
    return at.run()


def until(at: AppTest, label: str) -> AppTest:
    for _ in range(100):
        if label in labels(at):
            return at
        time.sleep(0.1)
        at.run()
    raise AssertionError(f"no button {label!r}: {labels(at)}")


def texts(at: AppTest) -> str:
    return " ".join(
        item.value for kind in (at.text, at.markdown, at.info, at.warning) for item in kind
    )


def test_without_a_conversation_the_page_says_where_to_get_one(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_page(results, monkeypatch)
    assert not at.exception
    assert labels(at) == ["Open one"]
    press(at, "Open one")
    assert [title.value for title in at.title] == ["Conversations"]


def test_a_build_ends_with_counts_a_replay_and_the_next_step(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    at = open_page(results, monkeypatch, source)
    assert "not built yet" in texts(at)
    press(at, "Build memory")
    until(at, "See the hypergraph")
    assert not at.exception
    replay = at.slider[0]
    assert replay.value == replay.max > 4
    numbers = {metric.label: metric.value for metric in at.metric}
    assert numbers["turns in episodes"] == "4 / 4"
    assert int(numbers["facts"]) >= 1
    replay.set_value(0).run()
    assert {m.label: m.value for m in at.metric}["facts"] == "0"


def test_a_moved_build_knob_makes_the_memory_stale_and_names_it(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    at = open_page(results, monkeypatch, source)
    press(at, "Build memory")
    until(at, "See the hypergraph")
    at.switch_page("../pages/6_Settings.py").run()
    at.slider(key="knob-build.max_turns").set_value(9).run()
    at.switch_page(PAGE).run()
    assert "build.max_turns" in texts(at)
    press(at, "Replace it")
    until(at, "See the hypergraph")
    assert "Stale" not in texts(at)


def test_step_mode_halts_stops_and_survives_a_page_switch(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    at = open_page(results, monkeypatch, source)
    next(one for one in at.toggle if one.label == "Step by step").set_value(True).run()
    press(at, "Build memory")
    assert {"Stop", "Next step", "Run on"} <= set(labels(at))
    at.switch_page("../pages/6_Settings.py").run()
    at.switch_page(PAGE).run()
    assert "Stop" in labels(at)
    (job,) = [one for one in cache.jobs().running() if one.key.startswith(results.parent.name)]
    press(at, "Stop")
    assert job.wait(10) and job.cancelled
    at.run()
    assert "Stopped" in texts(at)
    assert "Build memory" in labels(at)


def test_a_stopped_build_leaves_no_memory_and_can_be_run_on(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    at = open_page(results, monkeypatch, source)
    next(one for one in at.toggle if one.label == "Step by step").set_value(True).run()
    press(at, "Build memory")
    assert not list(results.rglob("manifest.json"))
    press(at, "Run on")
    until(at, "See the hypergraph")
    assert len(list(results.rglob("manifest.json"))) == 1


def test_the_flat_method_is_built_by_the_same_page(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    at = open_page(results, monkeypatch, source)
    next(one for one in at.radio if one.label == "Method").set_value("flat").run()
    press(at, "Build memory")
    until(at, "See the hypergraph")
    assert not at.exception
    assert int({m.label: m.value for m in at.metric}["chunks"]) >= 4


@pytest.mark.parametrize(
    ("method", "counter"), [("hingemem", "hyperedges"), ("hgmem", "relations")]
)
def test_the_other_methods_grow_and_replay_on_the_same_page(
    results: Path, monkeypatch: pytest.MonkeyPatch, source: str, method: str, counter: str
) -> None:
    at = open_page(results, monkeypatch, source)
    next(one for one in at.radio if one.label == "Method").set_value(method).run()
    press(at, "Build memory")
    until(at, "See the hypergraph")
    assert not at.exception
    numbers = {metric.label: metric.value for metric in at.metric}
    assert int(numbers[counter]) >= 1
    assert next(value for name, value in numbers.items() if name.startswith("turns")) == "4 / 4"
    at.slider[0].set_value(0).run()
    assert {m.label: m.value for m in at.metric}[counter] == "0"
