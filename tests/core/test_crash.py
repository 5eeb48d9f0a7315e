"""kill -9 at random moments of a build: no finished call is repeated, the results are equal."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.servers.loopback import Loopback

ROOT = Path(__file__).resolve().parents[2]
KILLS = 20


def build(server: Loopback, results: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "hypermem_core", "build", "data/sample.json"]
    command += ["--conversation", "sample-lin-zhou", "--experiment", "e", "--results", str(results)]
    for knob in (
        "models.llm=loopback",
        f"models.base_url={server.url}",
        "models.embedder=api:words",
        f"models.embedding_base_url={server.url}",
    ):
        command += ["--set", knob]
    env = {**os.environ, "OPENAI_API_KEY": "sk-planted-in-the-crash-test"}
    return subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


@pytest.mark.slow
def test_a_build_killed_again_and_again_asks_nothing_twice(tmp_path: Path) -> None:
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    with Loopback(latency=0.02) as server:
        began = time.monotonic()
        assert build(server, calm).wait() == 0
        longest, needed = time.monotonic() - began, server.count()
        server.clear()
        dice, killed = random.Random(5), 0
        for _ in range(KILLS):
            running = build(server, rough)
            try:
                running.wait(dice.uniform(0.3, 1.0) * longest)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                killed += 1
            running.wait()
        last = build(server, rough)
        said = last.communicate()[1]
        assert last.returncode == 0, said.decode()
        asked = server.count()
    # Only what was on its way when the process died may be asked again: 8 at a time at most.
    assert needed <= asked <= needed + 8 * killed
    prompts = [item.prompt for item in server.asked if item.prompt]
    assert len(set(prompts)) == needed
    for name in ("hypergraph.json", "events.jsonl", "vectors.npz"):
        where = Path("e/memory/hypermem/sample-lin-zhou") / name
        assert (calm / where).read_bytes() == (rough / where).read_bytes(), name
    for path in [*calm.rglob("*"), *rough.rglob("*")]:
        assert path.is_dir() or b"sk-planted" not in path.read_bytes(), path
    print(f"crash: {killed} kills, {needed} calls needed, {asked} sent")
