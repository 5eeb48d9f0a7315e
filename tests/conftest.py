"""What every test shares: a tiny conversation, offline models, and LoCoMo where it exists."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from hypermem_core.models import Models, connect
from hypermem_core.settings import Settings
from hypermem_core.types import Conversation, Question, Session, Turn
from tests.servers.loopback import Loopback, running

ROOT = Path(__file__).resolve().parents[1]
LOCOMO = ROOT.parent / "shared" / "data" / "locomo10.json"


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("HYPERMEM_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def locomo_path() -> Path:
    if not LOCOMO.exists():
        pytest.skip("LoCoMo is not here: put locomo10.json into ../shared/data")
    return LOCOMO


@pytest.fixture(scope="session")
def models() -> Models:
    return connect(Settings())


def _turns() -> tuple[Turn, ...]:
    first, second = datetime(2024, 5, 4, 10, 0), datetime(2024, 5, 19, 20, 30)
    lines = [
        (1, "Ana", "Hey Ben! Good to see you."),
        (1, "Ben", "Hi Ana! What did you do this week?"),
        (1, "Ana", "I adopted a grey cat named Pixel yesterday."),
        (1, "Ben", "Lovely! How old is Pixel?"),
        (1, "Ana", "She is two years old and hides under the sofa."),
        (1, "Ben", "I started a pottery class in Leeds last Saturday."),
        (2, "Ben", "My second pottery class was on Friday; I made a blue bowl."),
        (2, "Ana", "What colour is the glaze?"),
        (2, "Ben", "Deep blue, and I gave the bowl to my sister Clara."),
        (2, "Ana", "Pixel knocked over my only vase two days ago."),
        (2, "Ben", "Oh no!"),
        (2, "Ana", "I will visit Porto next month with my mother."),
    ]
    counts = {1: 0, 2: 0}
    turns = []
    for session, speaker, text in lines:
        counts[session] += 1
        time = first if session == 1 else second
        turns.append(Turn(f"D{session}:{counts[session]}", speaker, text, time, session))
    return tuple(turns)


@pytest.fixture
def tiny() -> Conversation:
    """Two sessions, twelve turns, four questions."""
    turns = _turns()
    return Conversation(
        id="tiny",
        title="Ana and Ben",
        speakers=("Ana", "Ben"),
        turns=turns,
        sessions=(Session(1, turns[0].time), Session(2, turns[6].time)),
        questions=(
            Question("q1", "When did Ana adopt a cat?", "3 May 2024", "temporal", ("D1:3",)),
            Question("q2", "What did Ben make?", "a blue bowl", "single-hop", ("D2:1",)),
            Question("q3", "What happened to Ana's pets?", "Pixel", "multi-hop", ("D1:3", "D2:4")),
            Question("q4", "Where did Ana start pottery?", "", "adversarial", ("D1:6",)),
        ),
    )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped LoCoMo test is a failure: the real file is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("REQUIRE_LOCOMO") != "1" or reporter is None:
        return
    if hasattr(session.config, "workerinput"):
        return
    skipped = [r for r in reporter.stats.get("skipped", []) if "LoCoMo" in str(r.longrepr)]
    if skipped:
        reporter.write_line(f"{len(skipped)} LoCoMo tests did not run", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def results(tmp_path: Path) -> Iterator[Path]:
    """An empty results folder."""
    folder = tmp_path / "results"
    folder.mkdir()
    yield folder


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """An OpenAI-compatible server on this machine that answers by the offline rules."""
    yield from running()
