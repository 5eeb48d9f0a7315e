"""A real language model behind a real server: what it says is worthless, the protocol must hold."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import httpx2
import pytest

from hypermem_core.answer import answer
from hypermem_core.build import build
from hypermem_core.errors import ReplyError
from hypermem_core.evaluation.judge import judge
from hypermem_core.events import Event
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from hypermem_core.types import Answer, Conversation, Question, Turn
from tests.servers.llama import serving
from tests.servers.loopback import Answerer, Asked, Loopback, Said

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
        "models.reply_tokens": 160,  # less, and every reply is cut
        "models.concurrency": 1,
        "models.timeout_seconds": 120,
        "judge.votes": 1,
    }.items():
        chosen = with_value(chosen, path, value)
    return chosen


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def through(url: str) -> Answerer:
    """Pass every request on to the real server, counted on the way, and as repeatable as it can."""

    def answer(asked: Asked) -> Said:
        body = {**asked.body, "temperature": 0, "seed": 1}
        found = httpx2.post(url.removesuffix("/v1") + asked.path, json=body, timeout=120)
        kind = found.headers.get("content-type", "application/json")
        return Said(status=found.status_code, raw=found.content, content_type=kind)

    return answer


def kept_words(results: Path) -> set[str]:
    """Return the prompts whose replies were kept: those of asks that came to a usable reply."""
    with closing(sqlite3.connect(results / "replies.db")) as database:
        return {words for (words,) in database.execute("SELECT words FROM calls")}


@pytest.mark.slow
@pytest.mark.timeout(400)  # alone on a core it takes about a minute
def test_build_answer_and_judge_through_a_real_model(results: Path) -> None:
    with serving() as url, Loopback(through(url)) as counted:
        store, chosen = Store(results), settings(counted.url)
        models = connect(chosen, results / "replies.db")
        events: list[Event] = []
        memory = build(TALK, "first", "hypermem", chosen, models, store, events.append)
        asked_for = [asked.prompt for asked in counted.asked]
        called, degraded = of_kind(events, "model_called"), of_kind(events, "degraded")
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
        # Again: what has a kept reply costs no request; only what had none is asked for. (Where
        # that now gets one, what rests on it has other words, and is asked for too.)
        kept = kept_words(results)
        assert kept
        counted.clear()
        again: list[Event] = []
        models = connect(chosen, results / "replies.db")
        rebuilt = build(TALK, "second", "hypermem", chosen, models, store, again.append)
        assert not kept & {asked.prompt for asked in counted.asked}
        without = [words for words in asked_for if words not in kept]
        if [one.item for one in of_kind(again, "degraded")] == [one.item for one in degraded]:
            assert len(counted.asked) <= len(without)  # 0 where every item had a reply
            assert rebuilt.graph == memory.graph
        if verdict.label != "unscored":
            counted.clear()
            second = judge(ASKED, said, models.judging, chosen)
            assert (second.label, second.usage.cached) == (verdict.label, second.usage.calls)
            assert counted.asked == []
