from math import log

import pytest

from hypermem_core.models.offline.hgmem.covering import share, terms, weighted


def test_irregular_forms_are_one_term() -> None:
    assert terms("She bought it") == terms("She buys it") == ["buy"]


def test_a_rare_term_of_the_question_weighs_more() -> None:
    weights = weighted("What grey cat?", [{"cat"}, {"cat", "grey"}])
    assert weights == {"cat": log(1 + 2 / 2.5), "grey": log(1 + 2 / 1.5)}
    assert share(weights, ["cat", "cat"]) == pytest.approx(
        log(1 + 2 / 2.5) / (log(1 + 2 / 2.5) + log(1 + 2 / 1.5))
    )


def test_words_of_the_form_count_only_where_there_is_nothing_else() -> None:
    assert set(weighted("How many cats?", [])) == {"cat"}
    assert set(weighted("How many?", [])) == {"mani"}
    assert share({}, ["cat"]) == 0
