"""The weights belong to features that exist."""

from hypermem_core.models.offline.answering.span_weights import WEIGHTS


def test_a_longer_way_behind_the_best_sentence_counts_against_a_span() -> None:
    assert WEIGHTS["behind"] > 0  # the feature is negative behind the best


def test_words_of_the_question_and_speakers_answer_little() -> None:
    assert WEIGHTS["asked"] < 0 and WEIGHTS["people"] < 0
    assert WEIGHTS["member"] > 0 and WEIGHTS["vague"] < 0
