import pytest

from hypermem_core.retrieval.porter import stem


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("ties", "tie"),  # four letters: NLTK keeps the e
        ("died", "die"),
        ("dying", "die"),  # irregular
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("sing", "sing"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("say", "say"),  # y after a vowel stays
        ("enjoy", "enjoy"),
        ("relational", "relat"),
        ("rational", "ration"),
        ("radically", "radic"),
        ("technology", "technolog"),
        ("hopefully", "hope"),
        ("triplicate", "triplic"),
        ("goodness", "good"),
        ("adoption", "adopt"),
        ("probate", "probat"),
        ("rate", "rate"),
        ("controll", "control"),
        ("roll", "roll"),
        ("is", "is"),
    ],
)
def test_words_lose_their_endings_as_in_nltk(word: str, wanted: str) -> None:
    assert stem(word) == wanted
