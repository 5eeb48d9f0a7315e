from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hingemem.plan import make_plan, priority
from hypermem_core.models import Models
from hypermem_core.replies import PlanReply
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.settings import HingeMemSettings
from hypermem_core.types import Element


@pytest.fixture
def index(element: Callable[..., Element]) -> MemoryIndex:
    graph = Hypergraph()
    names = {
        "person-001": "Dr. Smith",
        "person-002": "Alex",
        "time-001": "2024-05-07",
        "time-002": "2025",
        "topic-001": "Pottery lessons",
        "topic-002": "cats",
    }
    for node_id, name in names.items():
        graph.add_node(element(node_id, name))
    rows = np.eye(3, dtype=np.float32)[[2, 2, 2, 2, 0, 1]]
    return MemoryIndex(graph, Vectors(tuple(names), rows))


def plan(index: MemoryIndex, reply: Any, script: Any, directions: Any, **knobs: Any) -> Any:
    embedder = directions({"kittens": (0.0, 1.0, 0.0)})
    models = Models(script({"hingemem/plan": reply}), embedder, None)
    return make_plan(index, "?", HingeMemSettings(**knobs), models)


def test_planned_elements_match_by_name_alias_time_and_likeness(
    index: MemoryIndex, script: Any, directions: Any
) -> None:
    reply = PlanReply(
        "judgment",
        ["smith", "Nobody"],
        ["2024-05"],
        ["Rome"],
        ["the pottery lesson", "kittens"],
        ["time", "person"],
    )
    found, note = plan(index, reply, script, directions)
    assert note == "" and found.query_type == "judgment"
    assert found.priority == ("time", "person", "location", "topic")
    assert [(one.name, one.matched, one.weight) for one in found.elements] == [
        ("smith", ("person-001",), 0.75),
        ("Nobody", (), 0.75),
        ("2024-05", ("time-001",), 1.0),
        ("Rome", (), 0.5),
        ("the pottery lesson", ("topic-001",), 0.25),
        ("kittens", ("topic-002",), 0.25),
    ]


def test_without_a_node_index_nothing_is_matched(
    index: MemoryIndex, script: Any, directions: Any
) -> None:
    found, _ = plan(index, PlanReply("recall", ["Alex"]), script, directions, node_index=False)
    assert [one.matched for one in found.elements] == [()]


def test_a_failed_plan_fetches_everything_and_says_so(
    index: MemoryIndex, script: Any, directions: Any
) -> None:
    found, note = plan(index, ReplyError("not in shape"), script, directions)
    assert found.query_type == "recall" and found.elements == ()
    assert note.startswith("no plan")


def test_priority_names_every_kind_once() -> None:
    assert priority(["topic", "topic"]) == ("topic", "time", "person", "location")
