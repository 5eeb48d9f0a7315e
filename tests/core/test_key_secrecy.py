"""A planted key is in nothing that is written, printed, logged, packed or raised."""

import io
import logging
import traceback
import zipfile
from pathlib import Path

import pytest

from hypermem_core.__main__ import main
from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.errors import Paused
from hypermem_core.models import connect
from hypermem_core.reports.bundle import pack
from hypermem_core.settings import load as settings_of
from hypermem_core.store import Store
from tests.servers.loopback import Asked, Loopback, Said, error, healthy

KEY = "sk-planted-9f8e7d6c5b4a"
TALK = "sample-lin-zhou"


def indiscreet(asked: Asked) -> Said:
    """Answer well but for every fifth request, whose error repeats the key it was sent."""
    echoed = f"Incorrect API key provided: {asked.headers.get('Authorization', '')} ({KEY})"
    if asked.number % 10 == 3:
        return error(500, echoed)
    if asked.number % 10 == 8 and asked.number > 20:
        return error(422, echoed)
    return healthy(asked)


def knobs(server: Loopback) -> dict[str, object]:
    return {
        "models.llm": "loopback",
        "models.base_url": server.url,
        "models.embedder": "api:words",
        "models.embedding_base_url": server.url,
        "models.embedding_api_key_env": "OPENAI_API_KEY",
        "models.reranker": "rerank:words",
        "models.reranker_base_url": server.url,
        "models.reranker_api_key_env": "OPENAI_API_KEY",
        "models.backoff_seconds": 0.001,
        "retrieval.rerank_facts": True,
    }


def commands(server: Loopback, root: Path) -> list[list[str]]:
    sets = [part for path, value in knobs(server).items() for part in ("--set", f"{path}={value}")]
    where = ["--results", str(root / "results"), "--experiment", "e"]
    talk = ["--conversation", TALK, *where, *sets]
    sample = "data/sample.json"
    out = ["--out", str(root / "official")]
    return [
        ["build", sample, *talk],
        ["evaluate", sample, *talk, "--limit", "4"],
        ["ask", "周航在哪座城市写代码？", *talk],
        ["export-official", "--results", str(root / "results"), "--experiment", "e", *out],
        ["probe", "--results", str(root / "results"), *sets],
    ]


def unpacked(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return b"".join(bundle.read(name) for name in bundle.namelist())


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    caplog.set_level(logging.DEBUG)


@pytest.mark.usefixtures("planted")
def test_no_key_in_results_output_logs_exports_or_bundles(
    tmp_path: Path,
    loopback: Loopback,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    loopback.answer = indiscreet
    for command in commands(loopback, tmp_path):
        wanted = {0, 1} if command[0] == "probe" else {0}  # this server's models work or not
        assert main([*command, "--json"]) in wanted, command
    sent = {asked.headers.get("Authorization") for asked in loopback.asked}
    assert sent == {f"Bearer {KEY}"}  # it was used, for chats, vectors and scores alike
    said = capfd.readouterr()
    assert said.out and KEY not in said.out + said.err + caplog.text
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"replies.db", "vectors.db", "events.jsonl", "rows.jsonl"} <= {p.name for p in written}
    assert (tmp_path / "official").is_dir()
    for path in written:
        assert KEY.encode() not in path.read_bytes(), path
    assert KEY.encode() not in unpacked(pack(Store(tmp_path / "results"), "e"))


@pytest.mark.usefixtures("planted")
def test_no_key_in_the_traceback_of_a_run_that_stops(
    tmp_path: Path, loopback: Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    loopback.answer = lambda asked: error(401, f"Incorrect API key provided: {KEY}")
    chosen, store = settings_of({}, overrides=knobs(loopback)), Store(tmp_path)
    talk = next(c for c in load("data/sample.json").conversations if c.id == TALK)
    with pytest.raises(Paused, match="does not accept the key") as caught:
        build(talk, "e", "hypermem", chosen, connect(chosen, tmp_path / "replies.db"), store)
    told = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    assert KEY not in "".join(told.format())
    command = commands(loopback, tmp_path)[0]
    assert main([*command, "--json"]) == 1
    said = capsys.readouterr()
    assert "OPENAI_API_KEY" in said.out and KEY not in said.out + said.err
