from hypermem_core.models.offline.boundary import reply
from hypermem_core.types import Turn


def said(text: str, who: str = "Ana") -> Turn:
    return Turn("x", who, text)


CLAY = [said("The bowl needs a blue glaze."), said("The kiln fires the bowl.", "Ben")] * 3


def test_a_long_gap_cuts() -> None:
    answer = reply(history=CLAY, new=said("The bowl!"), gap_seconds=3 * 86400)
    assert answer.cut and answer.reason == "3 days pass before the next message"


def test_a_new_subject_cuts_and_the_same_one_does_not() -> None:
    assert reply(history=CLAY, new=said("By the way, Porto was sunny."), gap_seconds=60).cut
    assert not reply(history=CLAY, new=said("The glaze of the bowl is wet."), gap_seconds=60).cut


def test_a_single_turn_is_never_cut_off() -> None:
    assert not reply(history=CLAY[:1], new=said("By the way, Porto."), gap_seconds=60).cut
    assert not reply(history=[], new=said("Hi"), gap_seconds=None).cut
