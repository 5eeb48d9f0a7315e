"""The official F1, with numbers worked out by hand."""

import pytest

from hypermem_core.evaluation.f1 import abstains, multi, overlap, score, tokens
from hypermem_core.types import Question


def test_tokens_lose_case_punctuation_articles_and_endings() -> None:
    assert tokens("The Cats, and a running dog!") == ["cat", "run", "dog"]
    assert tokens("May 7, 2023") == ["mai", "7", "2023"]


def test_overlap_counts_repeated_words_as_often_as_both_have_them() -> None:
    # ours: run run dog (3), gold: run cat (2), shared: 1 → 2·1/5
    assert overlap("run runs dog", "run cat") == pytest.approx(2 / 5)
    assert overlap("tea", "coffee") == 0.0
    assert overlap("", "coffee") == 0.0


def test_multi_hop_takes_the_best_part_for_each_gold() -> None:
    # gold "tea": best part "tea" 1; gold "green apples": best part "apples" 2·1/3
    assert multi("apples, tea", "tea, green apples") == pytest.approx((1 + 2 / 3) / 2)


def test_open_domain_compares_with_the_part_before_the_semicolon() -> None:
    gold = "Likely no; she said she hates boats"
    assert score(Question("q", "?", gold, "open-domain"), "likely no") == 1.0
    assert score(Question("q", "?", gold, "single-hop"), "likely no") < 1.0


def test_adversarial_questions_want_an_abstention() -> None:
    question = Question("q", "?", "", "adversarial")
    assert score(question, "No information available.") == 1.0
    assert score(question, "It is not mentioned") == 1.0
    assert score(question, "A blue bowl") == 0.0
    assert not abstains("nothing")


def test_uncategorised_questions_are_scored_plainly() -> None:
    assert score(Question("q", "?", "a blue bowl"), "blue bowl") == 1.0
