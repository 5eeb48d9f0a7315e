import pytest

from hypermem_core.abstention import NOTHING, NOTHING_CHINESE, abstains, nothing_known


@pytest.mark.parametrize("answer", ["No information available", "It is NOT mentioned anywhere."])
def test_the_official_strings_abstain_wherever_they_stand(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize("answer", ["", "nothing", "I do not know"])
def test_other_words_do_not(answer: str) -> None:
    assert not abstains(answer)


def test_nothing_known_is_said_in_the_question_s_language_and_is_an_abstention() -> None:
    assert nothing_known("Who?") == NOTHING and nothing_known("谁？") == NOTHING_CHINESE
    assert abstains(NOTHING) and abstains(NOTHING_CHINESE)
