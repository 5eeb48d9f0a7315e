import pytest

from hypermem_core.retrieval.letters import tokenize_letters


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("May 7, 2023", ["may"]),
        ("the dance-studio e-mail wi-fi", []),
        ("She adopted a grey cat.", ["adopt", "grey", "cat"]),
        ("I can't; he won't, they've left", ["ca", "wo", "left"]),
        ("Ana's cats' toys", ["ana", "cat", "toy"]),
        ("a bowl.Then clay", ["clay"]),  # no space: one word that is not all letters
        ("a bowl. Then clay", ["bowl", "clay"]),
        ("See Dr. Smith", ["see", "smith"]),  # an abbreviation keeps its full stop
        ("gonna cannot", ["gon", "na"]),
        ('"Quoted" (words) – dashed—words', ["quot", "word", "dash", "word"]),
        ("what is it", []),
        ("cafés Zoë", ["café", "zoë"]),
    ],
)
def test_only_words_of_letters_are_left(text: str, wanted: list[str]) -> None:
    assert tokenize_letters(text) == wanted
