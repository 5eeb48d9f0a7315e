import pytest

from hypermem_core.diagnosis.cures import cheapest_cures
from hypermem_core.types import Custody, Step, TurnCustody


def lost(stage: str, limit: str, needs: int, ratio: float = 0.0) -> Custody:
    step = Step(stage, "n", (), False, limit, needs, ratio)
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


@pytest.mark.parametrize(
    ("limit", "knob"),
    [
        ("above 0.8 of the best score", "precision_ratio"),
        ("above 0.8 of the best softmax", "judgment_ratio"),
        ("no knee: above 0.5 of the best score", "recall_ratio"),
        ("knee at 3; after it what is below 0.5 of the best score is dropped", "recall_ratio"),
    ],
)
def test_a_share_of_the_best_score_is_cured_by_a_lower_share(limit: str, knob: str) -> None:
    found = cheapest_cures([lost("score", limit, 0, share) for share in (0.79, 0.7, 0.31)])
    # 0.79 is above 0.75, 0.7 is above 0.65 (not above itself): two of three
    assert [cure.written for cure in found] == [f"kept at {knob} ≤ 0.65 for 2 of 3"]
    assert found[0].curve == ((0.75, 1), (0.65, 2), (0.3, 3))


def test_a_limit_that_is_no_number_is_no_cure_even_in_an_older_run() -> None:
    assert cheapest_cures([lost("score", "above 0.8 of the best score", 52)]) == ()
    assert cheapest_cures([lost("chunk", "found in no round", 7)]) == ()
