from hypermem_core.models.offline.hingemem.people import named, people, speaks_of_self
from hypermem_core.types import Turn


def turn(speaker: str, text: str) -> Turn:
    return Turn("D1:1", speaker, text)


def test_kin_belongs_to_its_speaker_unless_named() -> None:
    assert named("I gave it to my sister and our kids.", "Ana") == ["Ana's sister", "Ana's kids"]
    assert named("My friend Clara is here; I met my sister Rosa.", "Ana") == ["Clara", "Rosa"]


def test_titles_and_names_given_are_persons_months_are_not() -> None:
    assert named("We saw Dr. Smith about a dog called Rex in May.", "Ana") == ["Dr. Smith", "Rex"]
    assert named("Then in June and I was tired", "Ana") == []


def test_who_tells_of_themselves_is_whom_it_is_about() -> None:
    assert speaks_of_self(turn("Ana", "I adopted a cat."))
    assert not speaks_of_self(turn("Ben", "Wow, what did you call it?"))
    turns = [turn("Ana", "I adopted a cat."), turn("Ben", "Wow, what did you call it?")]
    assert people(turns, ["Ana", "Ben"]) == ["Ana"]
    assert people(turns[1:], ["Ana", "Ben"]) == ["Ben"]
