"""Answers of a known form."""

from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.models.offline.answering.typed import form, typed
from hypermem_core.types import Evidence


def answer(question: str, *told: str) -> str | None:
    items = [
        Evidence(f"fact-{n:04}", "fact", text, (f"D1:{n}",), 1.0, 10) for n, text in enumerate(told)
    ]
    wanted = asked(question)
    found = typed(wanted, supports(wanted, items), frozenset({"ann"}))
    return found[0] if found else None


def test_a_colour_an_amount_a_year_or_a_name_is_given_alone() -> None:
    assert answer("What colour is the boat?", "The boat is dark green and old.") == "dark green"
    assert answer("How much was the oar?", "The oar cost thirty pounds.") == "thirty pounds"
    assert answer("Of what year is the plate?", "The plate says 1921.") == "1921"
    assert answer("What is Ann's boat called?", "Ann called the boat Bluebell.") == "Bluebell"


def test_a_person_is_a_name_or_a_relative() -> None:
    assert answer("Who taught Ann?", "Ann was taught by Clara.") == "Clara"
    assert answer("Who taught Ann?", "Ann learnt it from her old coach.") == "her old coach"
    assert answer("Who taught Ann?", "Ann learnt it alone.") is None


def test_what_the_question_says_is_no_answer() -> None:
    assert answer("What pet does Ann's dog like?", "Ann's dog likes the cat.") == "cat"


def test_no_form_is_known_for_most_things() -> None:
    assert form(asked("What did Ann build?"), frozenset()) is None
    assert answer("What colour is the boat?", "The boat is old.") is None
