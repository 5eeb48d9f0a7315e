"""Building: once, again only when stale, and to the same files however often it was killed."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hypermem_core.build import build
from hypermem_core.conversations import sample_path
from hypermem_core.errors import Cancelled
from hypermem_core.events import Event, StageFinished, ignore
from hypermem_core.memory import Memory
from hypermem_core.models import Models, connect
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from hypermem_core.types import Conversation
from tests.servers.loopback import Loopback

ROOT = Path(__file__).resolve().parents[2]


def digests(root: Path) -> dict[str, str]:
    files = (
        path
        for path in root.rglob("*")
        if path.is_file() and path.name not in {"timing.json", "experiment.json"}
    )
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


@pytest.mark.parametrize("method", ["flat", "hypermem"])
def test_a_second_build_loads_what_the_first_saved(
    method: str, results: Path, tiny: Conversation, models: Models
) -> None:
    store, heard = Store(results), list[Event]()
    made = build(tiny, "e", method, Settings(), models, store, ignore)
    again = build(tiny, "e", method, Settings(), models, store, heard.append)
    assert heard == []
    assert again.graph == made.graph and again.built_with == made.built_with
    assert store.status("e", method, "tiny", Settings(), tiny).state == "built"


@pytest.mark.parametrize("method", ["flat", "hypermem"])
def test_two_builds_leave_the_same_bytes(
    method: str, results: Path, tiny: Conversation, models: Models
) -> None:
    for name in ("a", "b"):
        build(tiny, "e", method, Settings(), models, Store(results / name))
    assert digests(results / "a") == digests(results / "b")


def test_the_same_model_at_another_address_is_asked_for_nothing(
    results: Path, tiny: Conversation, loopback: Loopback
) -> None:
    def built(url: str, experiment: str) -> Memory:
        chosen = with_value(with_value(Settings(), "models.llm", "m"), "models.base_url", url)
        models = connect(chosen, results / "replies.db")
        return build(tiny, experiment, "hypermem", chosen, models, Store(results))

    first = built(loopback.url, "one")
    asked = loopback.count()
    assert asked > 0
    again = built(loopback.url, "two")  # a second identical build
    with Loopback() as elsewhere:
        moved = built(elsewhere.url, "one")
        assert elsewhere.asked == []
    assert loopback.count() == asked
    assert first.graph == again.graph == moved.graph


def test_a_stale_memory_is_built_again(results: Path, tiny: Conversation, models: Models) -> None:
    store = Store(results)
    build(tiny, "e", "hypermem", Settings(), models, store)
    shorter = with_value(Settings(), "build.max_turns", 3)
    assert store.status("e", "hypermem", "tiny", shorter).state == "stale"
    build(tiny, "e", "hypermem", shorter, models, store)
    assert store.status("e", "hypermem", "tiny", shorter, tiny).state == "built"


@pytest.mark.parametrize(
    "name",
    ["manifest.json", "hypergraph.json", "vectors.npz", "conversation.json", "timing.json"],
)
def test_a_damaged_memory_is_built_again(
    name: str, results: Path, tiny: Conversation, models: Models
) -> None:
    store, settings = Store(results), Settings()
    build(tiny, "e", "flat", settings, models, store)
    whole = digests(results)
    (store.memory_folder("e", "flat", "tiny") / name).write_text('{"x":')
    build(tiny, "e", "flat", settings, models, store)
    assert digests(results) == whole
    assert store.status("e", "flat", "tiny", settings, tiny).state == "built"


def test_a_stopped_build_is_not_built_and_can_be_replayed(
    results: Path, tiny: Conversation, models: Models
) -> None:
    store = Store(results)
    seen: list[Event] = []

    def stop_at_the_fifth(event: Event) -> None:
        seen.append(event)
        if len(seen) == 5:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        build(tiny, "e", "hypermem", Settings(), models, store, stop_at_the_fifth)
    assert store.status("e", "hypermem", "tiny", Settings()).state == "missing"
    assert len(store.load_events("e", "hypermem", "tiny")) == 5
    build(tiny, "e", "hypermem", Settings(), models, store)
    assert store.status("e", "hypermem", "tiny", Settings()).state == "built"


def test_kept_events_have_no_seconds_and_the_timing_has(
    results: Path, tiny: Conversation, models: Models
) -> None:
    store = Store(results)
    build(tiny, "e", "hypermem", Settings(), models, store)
    ends = [e for e in store.load_events("e", "hypermem", "tiny") if isinstance(e, StageFinished)]
    assert ends and {event.seconds for event in ends} == {0.0}
    folder = store.memory_folder("e", "hypermem", "tiny")
    timing = json.loads((folder / "timing.json").read_text())
    assert set(timing["stages"]) == {event.stage for event in ends}
    assert timing["created"] and timing["seconds"] > 0


def command(results: Path, name: str) -> list[str]:
    start = [sys.executable, "-m", "hypermem_core", name, str(sample_path())]
    more = ["--conversation", "sample-lin-zhou", "--experiment", "e", "--results", str(results)]
    return start + more


def killed_then_finished(line: list[str], times: int, longest: float) -> None:
    chance = random.Random(7)
    for _ in range(times):
        process = subprocess.Popen(
            line, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0.3, longest))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    done = subprocess.run(line, cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_seconds(v) for k, v in value.items() if not k.startswith("seconds")}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


def rows(root: Path) -> list[Any]:
    paths = sorted(root.rglob("rows.jsonl"))
    return [without_seconds(json.loads(line)) for p in paths for line in p.open(encoding="utf-8")]


@pytest.mark.slow
def test_builds_and_evaluations_killed_at_random_end_with_the_same_files(tmp_path: Path) -> None:
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    started = time.monotonic()
    subprocess.run(command(calm, "build"), cwd=ROOT, check=True, capture_output=True)
    longest = time.monotonic() - started
    killed_then_finished(command(rough, "build"), 5, longest)
    assert digests(calm) == digests(rough)
    started = time.monotonic()
    subprocess.run(command(calm, "evaluate"), cwd=ROOT, check=True, capture_output=True)
    longest = time.monotonic() - started
    killed_then_finished(command(rough, "evaluate"), 5, longest)
    assert rows(calm) == rows(rough)
    assert len(rows(calm)) > 0
    reports = [
        without_seconds(json.loads(next(r.rglob("report.json")).read_text())) for r in (calm, rough)
    ]
    assert reports[0] == reports[1]
    assert {p.relative_to(calm) for p in calm.rglob("*")} == {
        p.relative_to(rough) for p in rough.rglob("*")
    }
