"""A real language model behind a real server: what it says is worthless, the protocol must hold."""

from datetime import datetime
from pathlib import Path

import pytest

from hypermem_core.answer import answer
from hypermem_core.build import build
from hypermem_core.errors import HyperMemError, ReplyError
from hypermem_core.evaluation.judge import judge
from hypermem_core.events import Event
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from hypermem_core.types import Answer, Conversation, Question, Turn
from tests.servers.llama import serving

NOON = datetime(2024, 5, 4, 12, 0)
TALK = Conversation(
    "short",
    "Ana and Ben",
    ("Ana", "Ben"),
    (
        Turn("D1:1", "Ana", "I adopted a grey cat named Pixel.", NOON, 1),
        Turn("D1:2", "Ben", "How old is she?", NOON, 1),
    ),
)
ASKED = Question("q1", "What is the name of Ana's cat?", "Pixel", "single-hop", ("D1:1",))


def settings(url: str) -> Settings:
    chosen = Settings()
    for path, value in {
        "models.llm": "smollm2",
        "models.base_url": url,
        "models.reply_tokens": 32,
        "models.concurrency": 1,
        "models.timeout_seconds": 120,
        "judge.votes": 1,
    }.items():
        chosen = with_value(chosen, path, value)
    return chosen


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


@pytest.mark.slow
@pytest.mark.timeout(400)  # alone on a core it takes about a minute
def test_build_answer_and_judge_through_a_real_model(results: Path) -> None:
    store = Store(results)
    with serving() as url:
        chosen = settings(url)
        models = connect(chosen, results / "replies.db")
        events: list[Event] = []
        memory = build(TALK, "first", "hypermem", chosen, models, store, events.append)
        called = of_kind(events, "model_called")
        degraded = of_kind(events, "degraded")
        assert called and any(event.prompt_tokens > 0 for event in called)
        assert all(event.reason for event in degraded)
        assert memory.graph.ids("episode") == ("episode-001",)
        trace = create("hypermem", chosen, models).retrieve(memory, ASKED.text)
        assert trace.evidence
        try:
            said = answer(ASKED.text, trace, models.answerer, chosen, TALK)
        except ReplyError as error:
            assert error.message
            said = Answer("Pixel", made_by=models.answerer.name)
        verdict = judge(ASKED, said, models.judging, chosen)
        assert verdict.label in {"correct", "wrong", "unscored"}
        assert verdict.reason
    # The server is gone: what was answered comes from the kept replies, and costs no call.
    again: list[Event] = []
    models = connect(with_value(chosen, "models.tries", 1), results / "replies.db")
    if degraded:
        with pytest.raises(HyperMemError):
            build(TALK, "second", "hypermem", chosen, models, store, again.append)
    else:
        rebuilt = build(TALK, "second", "hypermem", chosen, models, store, again.append)
        assert rebuilt.graph == memory.graph
    usable = {event.prompt for event in called} - {event.prompt for event in degraded}
    repeated = [event for event in of_kind(again, "model_called") if event.prompt in usable]
    assert all(event.cached for event in repeated)
    if verdict.label != "unscored":
        second = judge(ASKED, said, models.judging, chosen)
        assert (second.label, second.usage.cached) == (verdict.label, second.usage.calls)
