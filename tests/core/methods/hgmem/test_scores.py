"""Scores of one query, and the best rows by them."""

import numpy as np
import pytest

from hypermem_core.methods.hgmem.scores import QueryScores, best, standardised

from .conftest import WORDS
from .scripted import CountingEmbedder


@pytest.fixture
def scores(view):
    return QueryScores(view, "cat sofa", CountingEmbedder(WORDS).query("cat sofa"))


def test_dense_is_the_cosine(scores):
    # f2 speaks of ana, cat and sofa, the query of cat and sofa: 2 / (√3 · √2).
    found = dict(zip(scores.ids("fact"), scores.dense("fact"), strict=True))
    assert found["f2"] == pytest.approx(2 / 6**0.5)
    assert found["f4"] == pytest.approx(0)


def test_both_is_two_parts_cosine_and_one_part_words(scores):
    dense, words = scores.dense("fact"), scores.words("fact")
    expected = (2 * standardised(dense) + standardised(words)) / 3
    assert scores.both("fact") == pytest.approx(expected)
    assert scores.of("fact", "dense") is dense


def test_standardised_scores_have_mean_0_and_deviation_1():
    assert standardised(np.array([1.0, 3.0])) == pytest.approx([-1, 1])
    assert standardised(np.array([2.0, 2.0])) == pytest.approx([0, 0])
    assert standardised(np.array([])).size == 0


def test_the_best_come_first_and_equal_ones_by_id():
    scores = np.array([1.0, 2.0, 2.0, 0.0])
    assert best(("d", "c", "b", "a"), scores, None, 3) == [2, 1, 0]
    assert best(("d", "c", "b", "a"), scores, [0, 3], 3) == [0, 3]
