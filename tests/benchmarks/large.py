"""A memory and a run of the size that pages must bear, made up for measuring alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.rows import load_rows, write_rows
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.manifest import Timing
from hypermem_core.memory import Memory, Vectors
from hypermem_core.settings import Settings
from hypermem_core.store import Store, built_with, content_hash
from hypermem_core.types import (
    Conversation,
    Episode,
    EvalRow,
    Fact,
    Hyperedge,
    Member,
    Session,
    Topic,
    Turn,
)

TOPICS, EPISODES, FACTS = 100, 900, 4000  # 5,000 nodes
MEMBERSHIPS = 20_000
START = datetime(2024, 1, 1, 10, 0)


def conversation() -> Conversation:
    """Return a chat with a turn for every fact."""
    turns = tuple(
        Turn(f"D1:{n}", ("Ana", "Ben")[n % 2], f"I saw bird {n} at lake {n % 37}.",
             START + timedelta(hours=n), 1)
        for n in range(FACTS)
    )  # fmt: skip
    return Conversation("large", "Large", ("Ana", "Ben"), turns, (Session(1, START),))


def graph(chat: Conversation) -> Hypergraph:
    """Return topics ⊃ episodes ⊃ facts with exactly MEMBERSHIPS memberships."""
    made = Hypergraph()
    for n in range(TOPICS):
        made.add_node(Topic(f"topic-{n:03}", f"Lake {n}", f"All about lake {n}", ("lake",)))
    for n in range(EPISODES):
        turns = tuple(turn.id for turn in chat.turns[4 * n : 4 * n + 4])
        when = START + timedelta(hours=4 * n)
        made.add_node(
            Episode(f"episode-{n:03}", f"Birds of day {n}", f"Birds seen on day {n}", "Birds.",
                    turns, start=when, end=when)
        )  # fmt: skip
    for n in range(FACTS):
        made.add_node(
            Fact(
                f"fact-{n:04}",
                f"Bird {n} was seen at lake {n % 37}",
                turn_ids=(f"D1:{n}",),
            )
        )
    for edge in _edges():
        made.add_edge(edge)
    return made


def _edges() -> Iterator[Hyperedge]:
    """Yield the hyperedges: facts in two to five episodes, the rest episodes in topics."""
    left = MEMBERSHIPS - 18 * EPISODES
    for n in range(TOPICS):
        count = left // TOPICS
        inside = [f"episode-{(n * 9 + k) % EPISODES:03}" for k in range(count)]
        yield _edge("episode", f"topic-{n:03}", inside)
    for n in range(EPISODES):
        yield _edge(
            "fact", f"episode-{n:03}", [f"fact-{(n * 4 + k) % FACTS:04}" for k in range(18)]
        )


def _edge(kind: str, owner: str, inside: list[str]) -> Hyperedge:
    members = {name: Member(0.1 + 0.8 * (k % 9) / 9, "core") for k, name in enumerate(inside)}
    return Hyperedge(f"edge-{owner}", kind, members, owner)  # type: ignore[arg-type]


def save_memory(store: Store, experiment: str) -> Conversation:
    """Save the large memory as if HyperMem had built it; return its conversation."""
    chat = conversation()
    made = graph(chat)
    ids = tuple(made.nodes)
    rng = np.random.default_rng(1)
    vectors = Vectors(ids, rng.standard_normal((len(ids), 384)).astype(np.float32))
    values = built_with("hypermem", Settings()) | {"conversation": content_hash(chat)}
    store.save_memory(
        experiment, Memory("hypermem", chat.id, made, vectors, values), Timing(), chat
    )
    return chat


def repeat_run(store: Store, experiment: str, run: str, name: str, count: int) -> list[str]:
    """Write a run of `count` questions by repeating another's rows; return the questions."""
    folder = store.run_folder(experiment, run)
    target = store.run_folder(experiment, name)
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder / "settings.json", target / "settings.json")
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    card["finished"] = f"{START + timedelta(days=count):%Y-%m-%dT%H:%M:%S}"  # told apart by date
    (target / "card.json").write_text(json.dumps(card), encoding="utf-8")
    rows = list(load_rows(folder).values())
    made = [_again(rows[n % len(rows)], n // len(rows)) for n in range(count)]
    write_rows(target, made)
    return [row.question.text for row in made]


def _again(row: EvalRow, number: int) -> EvalRow:
    if not number:
        return row
    said = f"{row.question.text} ({number})"
    question = replace(row.question, id=f"{row.question.id}-{number}", text=said)
    name = key(row.conversation_id, question)
    custody = replace(row.custody, key=name, question=said) if row.custody else None
    trace = replace(row.trace, query=said)
    return replace(row, question=question, trace=trace, custody=custody)
