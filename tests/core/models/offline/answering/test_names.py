"""Names in a sentence, and the speakers'."""

from hypermem_core.models.offline.answering.lines import read
from hypermem_core.models.offline.answering.names import is_name, names, speakers, wants_a_name


def test_names_are_neither_days_nor_openers_nor_known() -> None:
    text = 'Yesterday Ann met Clara of Leeds on Monday and read "The Blue Oar".'
    assert names(frozenset({"ann"}), text) == ["Clara of Leeds", "The Blue Oar"]
    assert names(frozenset(), "Tell Clara it rains.") == ["Clara"]
    assert not is_name("May") and not is_name("Saturday") and is_name("Clara")


def test_names_that_most_lines_hold_are_the_speakers() -> None:
    lines = [read("Ann met Clara."), *[read(f"Today Ann rowed {n}.") for n in range(9)]]
    assert speakers(lines) == {"ann"}
    assert speakers(lines[:3]) == frozenset()


def test_what_is_called_something_wants_a_name() -> None:
    assert wants_a_name("What is Ann's boat called?") and not wants_a_name("What did Ann eat?")
