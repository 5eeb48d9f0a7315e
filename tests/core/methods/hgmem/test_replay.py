"""Replay applies operations in order and ignores what was refused."""

import pytest

from hypermem_core.methods.hgmem.replay import ever, phases, replayed, snapshots
from hypermem_core.types import HGMemRounds, Operation, Phase, Point, Round

ONE, TWO = Point("p1", ("a", "b"), "one"), Point("p2", ("b", "c"), "two")
TOLD = Point("p1", ("a", "b"), "one again")
BOTH = Point("p3", ("a", "b", "c"), "both", parents=("p1", "p2"))
OPERATIONS = (
    Operation("insert", ONE),
    Operation("insert", TWO),
    Operation("update", TOLD, before="one"),
    Operation("reject", asked="p9", reason="unknown point"),
)


def test_an_update_keeps_its_place():
    assert replayed((), OPERATIONS) == (TOLD, TWO)


def test_a_merge_takes_its_parents_away_and_stands_at_the_end():
    four = Point("p0", ("x", "y"), "zero")
    merged = replayed((ONE, four, TWO), [Operation("merge", BOTH)])
    assert merged == (four, BOTH)


def test_a_merge_of_a_point_that_is_not_live_is_no_trace_of_ours():
    with pytest.raises(KeyError, match="p1"):
        replayed((TWO,), [Operation("merge", BOTH)])


def test_snapshots_go_through_all_rounds():
    detail = HGMemRounds(
        (
            Round(0, (), (), (Phase("retrieve"), Phase("insert", (), OPERATIONS))),
            Round(1, (), (), (Phase("merge", (), (Operation("merge", BOTH),)),)),
        )
    )
    assert snapshots(detail) == [(), (TOLD, TWO), (BOTH,)]
    assert [(number, phase.name) for number, phase in phases(detail)] == [
        (0, "retrieve"),
        (0, "insert"),
        (1, "merge"),
    ]
    assert ever(detail) == (TOLD, TWO, BOTH)
