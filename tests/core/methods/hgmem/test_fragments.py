"""The order of fragments: the question's own scores, the chunk around, what is remembered."""

import numpy as np
import pytest

from hypermem_core.methods.hgmem import fragments
from hypermem_core.methods.hgmem.fragments import best_chunk, fragment_scores
from hypermem_core.methods.hgmem.scores import QueryScores, standardised
from hypermem_core.types import HGMemRounds, Phase, Point, Round

from .conftest import WORDS
from .scripted import CountingEmbedder


def scored(view, text):
    return QueryScores(view, text, CountingEmbedder(WORDS).query(text))


def remembering(*cited):
    return HGMemRounds((Round(0, (), (), (Phase("insert", (Point("p1", (), "x", cited),)),)),))


def test_a_fragment_has_the_best_of_its_chunks(view):
    scores = scored(view, "cat")
    c1, c2 = scores.both("chunk")  # f1 and f2 stand in c1, f3 and f4 in c2
    assert best_chunk(view, scores) == pytest.approx([c1, c1, c2, c2])


def test_the_last_list_is_the_sum_of_the_parts(view):
    main, other = scored(view, "cat"), scored(view, "boat")
    lists = fragment_scores(view, "cat", main, {"q0": main, "q1": other}, remembering("f4"))
    expected = (
        main.both("fact")
        + fragments.AROUND * standardised(best_chunk(view, main))
        + fragments.ASKED * standardised(other.both("fact"))
        + fragments.REMEMBERED * np.array([0, 0, 0, 1])
    )
    assert lists["final"] == pytest.approx(expected)
    assert list(lists) == ["bm25", "dense", "chunk", "sub-queries", "final"]


def test_the_one_speaker_a_question_names_has_a_bonus(view):
    main = scored(view, "cat")
    named = fragment_scores(view, "What is Ana's cat?", main, {"q0": main}, remembering())
    plain = fragment_scores(view, "What is a cat?", main, {"q0": main}, remembering())
    assert named["final"] - plain["final"] == pytest.approx([fragments.SPOKEN] * 4)
