import pytest
from rank_bm25 import BM25Okapi

from hypermem_core.diagnosis.words import word_score
from hypermem_core.retrieval.text import tokenize

TEXTS = ["grey cat sleeps", "grey dog", "blue bowl of clay", "old red bike", "grey grey cat cat"]


@pytest.mark.parametrize("row", range(len(TEXTS)))
@pytest.mark.parametrize("query", ["grey cat", "cat cat bowl", "a purple cat"])
def test_the_parts_sum_to_the_librarys_score(query: str, row: int) -> None:
    found = word_score(query, TEXTS, row)
    fitted = BM25Okapi([tokenize(text) for text in TEXTS])
    assert found.score == pytest.approx(fitted.get_scores(tokenize(query))[row], abs=1e-12)
    assert found.score == pytest.approx(sum(part.contribution for part in found.terms))


def test_a_term_says_its_counts_and_its_length_factor() -> None:
    found = word_score("cat", TEXTS, 0)
    # 15 terms in 5 documents ("of" is a stop word): mean length 15/5 = 3, this one has 3.
    assert (found.length, found.mean_length, found.length_factor) == (3, 3.0, 1.0)
    part = found.terms[0]
    assert (part.term, part.documents, part.frequency) == ("cat", 2, 1)
    assert part.saturation == pytest.approx(1 * 2.5 / (1 + 1.5))


def test_terms_that_found_nothing_are_named() -> None:
    assert word_score("purple cat", TEXTS, 0).unknown == ("purpl",)
    assert word_score("purple", ["", ""], 0).unknown == ("purpl",)


def test_terms_are_made_as_the_index_makes_them() -> None:
    assert word_score("CAT", TEXTS, 0, words=str.split).unknown == ("CAT",)
