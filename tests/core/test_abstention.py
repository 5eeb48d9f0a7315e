import pytest

from hypermem_core.abstention import abstains


@pytest.mark.parametrize("answer", ["No information available", "It is NOT mentioned anywhere."])
def test_the_official_strings_abstain_wherever_they_stand(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize("answer", ["", "nothing", "I do not know"])
def test_other_words_do_not(answer: str) -> None:
    assert not abstains(answer)
