from collections.abc import Callable

import numpy as np
import pytest

from hypermem_core.memory import Vectors
from hypermem_core.methods.hingemem.scoring import (
    TopicTerm,
    salience_term,
    similarities,
    topic_term,
)
from hypermem_core.methods.hingemem.topics import COMMON, RARE
from hypermem_core.types import Element, PlannedElement


def vectors(**rows: tuple[float, float]) -> Vectors:
    return Vectors(tuple(rows), np.asarray(list(rows.values()), np.float32))


def test_similarity_is_the_cosine_with_the_description() -> None:
    held = vectors(a=(2.0, 0.0), b=(0.6, 0.8))
    found = similarities(np.asarray([1.0, 0.0]), held, {"a": ["a"], "b": ["b"]}, False)
    assert found == pytest.approx({"a": 1.0, "b": 0.6})


def test_the_nearest_of_description_and_turns_counts() -> None:
    held = vectors(a=(0.6, 0.8), t=(1.0, 0.0), b=(0.8, 0.6))
    found = similarities(np.asarray([1.0, 0.0]), held, {"a": ["a", "t"], "b": ["b"]}, False)
    assert found == pytest.approx({"a": 1.0, "b": 0.8})


def test_centred_cosines_are_taken_from_the_mean() -> None:
    held = vectors(a=(1.0, 0.0), b=(0.0, 1.0))  # mean (0.5, 0.5): they point apart from it
    found = similarities(np.asarray([1.0, 0.0]), held, {"a": ["a"], "b": ["b"]}, True)
    assert found == pytest.approx({"a": 1.0, "b": -1.0})
    assert similarities(np.asarray([1.0, 0.0]), held, {}, True) == {}


def test_the_salience_term_sums_weight_times_salience(element: Callable[..., Element]) -> None:
    elements = {
        "time-1": element("time-1", value=0.4),
        "person-1": element("person-1", value=0.8),
        "topic-1": element("topic-1", value=1.0),
    }
    planned = [
        PlannedElement("time", "2024", ("time-1",), 1.0),
        PlannedElement("person", "Ana", ("person-1",), 0.75),
        PlannedElement("topic", "cats", ("topic-1",), 0.5),
    ]
    total, matched = salience_term({"time-1", "person-1"}, planned, elements, 0.25)
    assert total == pytest.approx(0.25 * (1.0 * 0.4 + 0.75 * 0.8))
    assert matched == ("time-1", "person-1")


def test_an_element_asked_for_twice_counts_once(element: Callable[..., Element]) -> None:
    elements = {"time-1": element("time-1", value=1.0)}
    planned = [
        PlannedElement("time", "2024", ("time-1",), 0.5),
        PlannedElement("time", "2024-05", ("time-1",), 1.0),
    ]
    assert salience_term({"time-1"}, planned, elements, 0.25)[0] == 0.25


def test_the_topic_term_adds_for_rare_and_takes_for_only_common(
    element: Callable[..., Element],
) -> None:
    term = TopicTerm(0.03, 0.02)
    rare, common = element("topic-1"), element("topic-2", common=True)
    assert term.of([rare, common]) == 0.03
    assert term.of([common]) == -0.02
    assert term.of([]) == 0.0


def test_the_centroids_lose_what_they_share() -> None:
    held = vectors(**{COMMON: (1.0, 0.0), RARE: (0.0, 1.0)})
    # The shared direction is (1, 1)/√2; what is left are (1, -1)/√2 and (-1, 1)/√2.
    term = topic_term(np.asarray([0.0, 1.0], np.float32), held, 0.1)
    assert term.bonus == pytest.approx(0.1 * 0.5**0.5)
    assert term.penalty == pytest.approx(-0.1 * 0.5**0.5)
    assert topic_term(np.asarray([0.0, 1.0]), vectors(a=(1.0, 0.0)), 0.1) == TopicTerm(0.0, 0.0)
