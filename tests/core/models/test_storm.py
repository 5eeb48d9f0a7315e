"""A storm of faults: builds and evaluations end, nothing is lost, what is missing is named."""

from collections import Counter
from dataclasses import replace

import pytest

from hypermem_core.build import build
from hypermem_core.conversations import load, sample_path
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.settings import load as settings_of
from hypermem_core.store import Store
from hypermem_core.types import Conversation, Session
from tests.servers.faults import FAULTS, SPOILT, Storm
from tests.servers.loopback import Loopback, healthy


def many(copies: int) -> Conversation:
    """Return the sample told several times over, each time a little differently."""
    whole = load(sample_path()).conversations[0]
    turns, sessions, count = [], [], len(whole.sessions)
    for copy in range(copies):
        for turn in whole.turns:
            number = turn.session + copy * count
            name = f"D{number}:{turn.id.partition(':')[2]}"
            text = f"{turn.text} (round {copy})"
            turns.append(replace(turn, id=name, text=text, session=number))
        sessions += [Session(s.number + copy * count, s.time) for s in whole.sessions]
    questions = tuple(
        replace(q, id=f"{q.id}-{copy}", text=f"{q.text} (round {copy})")
        for copy in range(copies)
        for q in whole.questions
    )
    return replace(whole, turns=tuple(turns), sessions=tuple(sessions), questions=questions)


def settings(server: Loopback, **more: object):
    knobs = {
        "models.llm": "loopback",
        "models.base_url": server.url,
        "models.embedder": "api:words",  # no CPU to spare for a real one
        "models.embedding_base_url": server.url,
        "models.backoff_seconds": 0.001,
        "models.timeout_seconds": 5,
        "models.concurrency": 8,
        "answer.budget": 500,
        **{name.replace("__", "."): value for name, value in more.items()},
    }
    return settings_of({}, overrides=knobs)


@pytest.mark.slow
def test_a_storm_of_faults_loses_nothing_and_a_rerun_mends_only_what_is_missing(results) -> None:
    storm, conversation = Storm(0.75), many(3)
    with Loopback(storm) as server:
        chosen = settings(server)
        models, store = connect(chosen, results / "replies.db"), Store(results)
        events: list = []
        where = ("e", "hypermem", chosen, models, store)
        memory = build(conversation, *where, events.append)
        method = create("hypermem", chosen, models)
        folder = store.run_folder("e", "r")
        report = evaluate([conversation], method, lambda c: memory, models, chosen, folder)

        asked = len(server.asked)
        assert asked >= 1000
        assert set(storm.made) == {*FAULTS, "healthy"}  # 20 kinds and more, each of them met
        # No item is lost: every turn is in an episode, every question has its row.
        held = Counter(
            t for n in memory.graph.nodes.values() if n.kind == "episode" for t in n.turn_ids
        )
        assert held == Counter(turn.id for turn in conversation.turns)
        rows, wanted = (
            report.rows,
            [q for q in conversation.questions if q.category != "adversarial"],
        )
        assert len(rows) == len(wanted)
        unscored = [row for row in rows if row.verdict.label == "unscored"]
        assert all(row.verdict.reason for row in unscored)
        degraded = store.manifest("e", "hypermem", conversation.id).degraded
        assert degraded and all(item.item and item.reason for item in degraded)
        tries = Counter(item.prompt for item in server.asked if item.prompt)
        votes = chosen.judge.votes  # the same words, asked three times
        assert max(tries.values()) <= chosen.models.tries * votes

        server.answer = healthy
        server.clear()
        memory = build(conversation, *where)
        again = evaluate([conversation], method, lambda c: memory, models, chosen, folder)
        mending = len(server.asked)
        assert not store.manifest("e", "hypermem", conversation.id).degraded
        assert all(row.verdict.label != "unscored" for row in again.rows)
        assert mending < asked / 3

        server.clear()
        build(conversation, *where)
        evaluate([conversation], method, lambda c: memory, models, chosen, folder)
        assert server.asked == []
    print(
        f"storm: {asked} requests, {len(degraded)} degraded, {len(unscored)} unscored, "
        f"{mending} to mend, worst {max(tries.values())} tries of one prompt"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hingemem", "hgmem"])
def test_no_method_loses_an_item_in_a_storm(results, name) -> None:
    storm = Storm(0.7, kinds=SPOILT)
    conversation = load(sample_path()).conversations[-1]
    wanted = [q for q in conversation.questions if q.category != "adversarial"]
    with Loopback(storm) as server:
        chosen = settings(server)
        models, store = connect(chosen, results / "replies.db"), Store(results)
        where = ("e", name, chosen, models, store)
        method = create(name, chosen, models)
        folder = store.run_folder("e", "r")

        def whole():
            memory = build(conversation, *where)
            rows = evaluate([conversation], method, lambda c: memory, models, chosen, folder).rows
            assert len(rows) == len(wanted)
            return store.manifest("e", name, conversation.id).degraded, rows

        degraded, rows = whole()
        lacking = [row for row in rows if row.verdict.label == "unscored"]
        assert storm.made.total() > storm.made["healthy"] > 0
        assert degraded or lacking
        assert all(item.item and item.reason for item in degraded)
        assert all(row.verdict.reason for row in lacking)

        server.answer = healthy
        degraded, rows = whole()
        assert not degraded
        assert all(row.verdict.label != "unscored" for row in rows)

        server.clear()
        whole()
        assert server.asked == []
