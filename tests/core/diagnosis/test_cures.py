from hypermem_core.diagnosis.cures import cheapest_cures
from hypermem_core.types import Custody, Step, TurnCustody


def lost(stage: str, limit: str, needs: int) -> Custody:
    step = Step(stage, "n", (), False, limit, needs)
    turn = TurnCustody("D1:1", (), ("f",), None, None, (step,), False, 0, None, f"{stage} cut")
    return Custody("k", "c", "q", None, (turn,), f"{stage} cut", "")


def test_the_smallest_value_that_keeps_two_thirds_is_named() -> None:
    found = cheapest_cures([lost("topic", "k_T = 10", n) for n in (12, 11, 40, 14, 30, 13)])
    # Of six, two thirds are four: the fourth smallest need is 14.
    assert [cure.written for cure in found] == ["kept at k_T ≥ 14 for 4 of 6"]
    assert found[0].curve == ((11, 1), (12, 2), (13, 3), (14, 4), (30, 5), (40, 6))


def test_turns_that_no_value_keeps_are_counted_as_lost() -> None:
    gone = lost("episode", "no candidate carries it", 0)
    found = cheapest_cures([gone, lost("episode", "k_E = 5", 6)])
    assert found[0].written == "kept at k_E ≥ 6 for 1 of 2"


def test_a_turn_lost_elsewhere_is_not_blamed_on_a_stage() -> None:
    turn = TurnCustody("D1:1", (), (), None, None, (), False, 0, None, "not extracted")
    assert cheapest_cures([Custody("k", "c", "q", None, (turn,), "not extracted", "")]) == ()


def test_a_larger_pool_alone_is_no_cure() -> None:
    assert cheapest_cures([lost("fact", "pool = 200", 201)]) == ()
    found = cheapest_cures([lost("fact", "pool = 200", 201), lost("fact", "k_F = 30", 31)])
    assert found[0].written == "kept at k_F ≥ 31 for 1 of 2"
