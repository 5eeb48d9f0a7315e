import pytest

from hypermem_core.models.offline.contests import contest_name, tells_result
from hypermem_core.types import Episode


@pytest.mark.parametrize(
    "sentence",
    [
        "Ana came 2nd in the Winter Open.",
        "Ana finished fourth overall.",
        "Ana swam three kilometres round the island.",
        "Ana woke up ill and withdrew.",
    ],
)
def test_a_result_is_recognised(sentence: str) -> None:
    assert tells_result(sentence)


def test_a_plain_sentence_tells_no_result() -> None:
    assert not tells_result("Ana came to the open day and bought a second bowl.")


def told(*texts: str) -> list[Episode]:
    return [Episode(f"e{n}", "", "", text, ()) for n, text in enumerate(texts)]


def test_the_sport_most_episodes_name_is_the_contests_name() -> None:
    assert contest_name(told("She swam.", "A swim, then tennis.", "A lake.")) == "swimming results"


def test_contests_of_no_known_sport_are_contests() -> None:
    assert contest_name(told("She came 2nd.", "She likes golf.", "A medal.")) == "contests"
