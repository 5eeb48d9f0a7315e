from typing import Any

import pytest

from hypermem_core.diagnosis.smallest import Cure, Knobs, change, smallest
from hypermem_core.settings.knobs import Knob

KNOBS: Knobs = {
    "a.share": (Knob("", "retrieve", 0, 1, 0.05), 0.8),
    "a.k": (Knob("", "retrieve", 1, 101, 1), 11),
    "a.bare": (Knob("", "retrieve", 0, 2), 1.0),
    "a.switch": (Knob("", "retrieve"), True),
}


def test_a_wide_step_is_halved_down_to_the_knobs_step() -> None:
    found = smallest(change("a.share", 0.2, KNOBS), (), KNOBS, lambda _, value: value <= 0.63)
    assert (found.new, round(found.size, 6)) == (0.6, 0.2)
    found = smallest(change("a.k", 99, KNOBS), (), KNOBS, lambda _, value: value >= 42)
    assert found == Cure("a.k", 11, 42, 0.31)
    assert found.written == "k 11 → 42"


@pytest.mark.parametrize("end", range(12, 101))
def test_one_less_than_the_smallest_does_not_keep_it(end: int) -> None:
    assert smallest(change("a.k", 101, KNOBS), (), KNOBS, lambda _, v: v >= end).new == end


def test_a_knob_without_a_step_moves_by_a_hundredth_of_its_range() -> None:
    found = smallest(change("a.bare", 2.0, KNOBS), (), KNOBS, lambda _, value: value > 1.15)
    assert found.new == 1.16


def test_another_knob_wins_when_less_of_its_range_is_enough() -> None:
    def keeps(path: str, value: Any) -> bool:
        return value <= 0.75 if path == "a.share" else path == "a.k" and value >= 41

    found = smallest(change("a.k", 61, KNOBS), ["a.share", "a.switch"], KNOBS, keeps)
    assert (found.path, found.new) == ("a.share", 0.75)


def test_a_rival_that_needs_more_or_leaves_its_range_is_not_taken() -> None:
    asked: list[Any] = []

    def keeps(path: str, value: Any) -> bool:
        asked.append((path, value))
        return path == "a.k" and value >= 41

    found = smallest(change("a.k", 41, KNOBS), ["a.share"], KNOBS, keeps)
    assert (found.path, found.new) == ("a.k", 41)
    assert all(0 <= value <= 1 for path, value in asked if path == "a.share")


def test_a_switch_is_taken_as_it_is() -> None:
    cure = change("a.switch", False, KNOBS)
    assert cure.size == 1.0
    assert smallest(cure, (), KNOBS, lambda _, __: False) == cure
