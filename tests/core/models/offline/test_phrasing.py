from hypermem_core.models.offline.phrasing import (
    best_sentences,
    clause_title,
    joined,
    key_phrase,
    listed,
    without_dates,
)


def test_the_sentence_that_holds_most_is_chosen() -> None:
    texts = ["Ana fired a blue bowl in the kiln.", "It rained.", "The kiln broke the bowl."]
    assert best_sentences(texts, 1) == ["Ana fired a blue bowl in the kiln."]


def test_a_title_is_a_clause_with_a_name() -> None:
    assert clause_title(["Ana moved to Porto yesterday, at last."], ["Ana"]) == "Ana moved to Porto"


def test_a_key_phrase_is_a_noun_that_recurs() -> None:
    text = "Ana joined a pottery class. The pottery class meets on Mondays. Ana likes tea."
    assert key_phrase(text, ["Ana"]) == "pottery class"


def test_small_words() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert joined(["我。", "你。"]) == "我。你。"
    assert without_dates("yesterday (7 May 2023) it") == "yesterday it"
