"""The guided tour: its finished experiment, its six stops, and what each states, from data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypermem_core.answer import fit
from hypermem_core.errors import DataError
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.rows import load_row
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.reports.bundle import unpack
from hypermem_core.store import Store
from hypermem_core.types import Conversation, Episode, EvalRow, Question

CONVERSATION = "sample-mara-theo"
PRESET = "studio"
BUDGET = 1000
OVERRIDES = (("answer.budget", BUDGET),)
METHODS = ("hypermem", "flat")
STOPS = (
    "The transcript",
    "Episodes",
    "Topics",
    "Hyperedges",
    "A counting question",
    "Scores",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one method put into the context of the counting question."""

    method: str
    found: frozenset[str]  # gold turns among it
    tokens: int
    answer: str
    label: str


@dataclass(frozen=True, slots=True)
class Thread:
    """The topic that holds most of a question's gold turns, and its episodes that hold one."""

    topic: str
    episodes: tuple[str, ...]
    size: int  # all episodes of its hyperedge


@cache
def bundle() -> bytes:
    """Return the finished experiment that comes with the app.

    Raises:
        DataError: it is missing.
    """
    path = Path(__file__).resolve().parent.parent / "data" / "demo" / "tour.zip"
    if not path.is_file():
        raise DataError(f"{path}: the tour is missing.", "Get the whole repository again.")
    return path.read_bytes()


def experiment() -> str:
    """Return the name the tour's experiment gets: another bundle is another experiment."""
    return f"tour-{hashlib.sha256(bundle()).hexdigest()[:6]}"


def open_experiment(store: Store) -> str:
    """Put the finished experiment beside the others, once; return its name."""
    name = experiment()
    if not (store.root / name).exists():
        unpack(bundle(), store, name)
    return name


def stop_number(text: str) -> int:
    """Return the stop an address names, from 1; the first for anything that is none."""
    number = int(text) if text.isdecimal() and len(text) < 3 else 1
    return min(max(number, 1), len(STOPS))


def counting_question(conversation: Conversation) -> Question:
    """Return the question that counts over the most gold turns: it is the tour's fifth stop."""
    counting = [q for q in conversation.questions if q.text.lower().startswith("how many")]
    return max(counting, key=lambda question: len(question.evidence))


def reading(store: Store, name: str, method: str, question: Question) -> Reading:
    """Return what a method's run read for the question, as it was kept.

    Raises:
        DataError: the run has no such question.
    """
    row = load_row(store.run_folder(name, method), key(CONVERSATION, question))
    if row is None:
        raise DataError(f"The tour's run {method} lacks a question.", "Run `make demo-data`.")
    return reading_of(row)


def reading_of(row: EvalRow) -> Reading:
    """Return what a row's answerer could read inside the budget."""
    items = fit(row.trace.evidence, BUDGET)
    held = {turn_id for item in items for turn_id in item.turn_ids}
    return Reading(
        row.trace.method,
        frozenset(held & set(row.question.evidence)),
        row.tokens,
        row.answer.text if row.answer else "",
        row.verdict.label if row.verdict else "unscored",
    )


def thread(graph: Hypergraph, turn_ids: Sequence[str]) -> Thread:
    """Return the topic whose episodes hold most of these turns, the smaller one of equals."""
    found = [_thread(graph, topic, set(turn_ids)) for topic in graph.ids("topic")]
    return max(found, key=lambda item: (len(item.episodes), -item.size))


def _thread(graph: Hypergraph, topic: str, wanted: set[str]) -> Thread:
    members = graph.children(topic)
    held = tuple(
        name for name in members if wanted & set(getattr(graph.nodes[name], "turn_ids", ()))
    )
    return Thread(topic, held, len(members))


def shortest(nodes: Sequence[Episode], count: int) -> Sequence[Episode]:
    """Return the so many neighbours that have the fewest turns: their cuts fit on one screen."""
    starts = range(max(1, len(nodes) - count + 1))
    sizes = [sum(len(node.turn_ids) for node in nodes[n : n + count]) for n in starts]
    start = min(starts, key=lambda n: sizes[n])
    return nodes[start : start + count]


def period(conversation: Conversation) -> str:
    """Return `8 January to 21 October 2024`: the first and the last day of a conversation."""
    days = [session.time for session in conversation.sessions if session.time]
    return f"{min(days):%-d %B} to {max(days):%-d %B %Y}" if days else "an unknown time"
