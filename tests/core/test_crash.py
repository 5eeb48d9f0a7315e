"""kill -9 at random moments of a build: no finished call is repeated, the results are equal."""

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers.killable import build
from tests.servers.loopback import Loopback

KILLS, LATENCY, KEY = 20, 0.02, "sk-planted-in-the-crash-test"
MEMORY = Path("e/memory/hypermem/sample-lin-zhou")


def kept(results: Path) -> set[str]:
    """Return the words of the prompts whose replies a killed build has kept."""
    path = results / "replies.db"
    if not path.exists():
        return set()
    with closing(sqlite3.connect(path)) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'calls'").fetchone():
            return set()  # killed before the file had its table
        return {words for (words,) in database.execute("SELECT words FROM calls")}


def killed(server: Loopback, results: Path, new: int, later: float) -> bool:
    """Kill a build `later` seconds after its request of this number; whether it still ran."""
    before, running = server.count(), build(server.url, results, KEY)
    while running.is_alive() and server.count() < before + new:
        time.sleep(0.001)
    time.sleep(later)
    alive = running.is_alive()
    running.kill()
    running.join()
    return alive


@pytest.mark.slow
@pytest.mark.timeout(240)  # alone on a core it takes a quarter of a minute
def test_a_build_killed_again_and_again_asks_nothing_twice(tmp_path: Path) -> None:
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    with Loopback(latency=LATENCY) as server:
        build(server.url, calm, KEY).join()
        needed = server.count()
        server.clear()
        dice, kills = random.Random(5), 0
        # Some builds die while they still read what is kept, others between two requests.
        for new in [0, 1, 1, 2] * (KILLS // 4):
            paid, asked = kept(rough), server.count()
            kills += killed(server, rough, new, dice.uniform(0.0, 2 * LATENCY))
            sent = [item.prompt for item in server.asked if item.prompt][asked:]
            assert paid.isdisjoint(sent)
        paid, asked = kept(rough), server.count()
        last = build(server.url, rough, KEY)
        last.join()
        sent = [item.prompt for item in server.asked if item.prompt]
        assert last.exitcode == 0, rough.with_suffix(".log").read_text()
        assert paid.isdisjoint(sent[asked:])
        assert (calm / MEMORY / "manifest.json").exists()
    assert kills == KILLS
    assert len(set(sent)) == needed
    assert needed <= len(sent) <= needed + 8 * kills  # what was on its way at most, 8 at a time
    for name in ("hypergraph.json", "events.jsonl", "vectors.npz", "manifest.json"):
        assert (calm / MEMORY / name).read_bytes() == (rough / MEMORY / name).read_bytes(), name
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or KEY.encode() not in path.read_bytes(), path
    print(f"crash: {kills} kills, {needed} calls needed, {len(sent)} sent")
