"""Avg-Nv, micro and macro, by hand; costs summed."""

from hypermem_core.methods.hgmem.measures import average_order, by_round, cost, cost_of, order
from hypermem_core.types import HGMemRounds, Phase, Point, Round


def points(*sizes: int) -> tuple[Point, ...]:
    return tuple(
        Point(f"p{i}", tuple(f"v{n}" for n in range(size)), "x") for i, size in enumerate(sizes)
    )


def test_micro_is_over_points_and_macro_over_questions():
    found = average_order([points(2, 4), points(3), points()])
    assert found.micro == (2 + 4 + 3) / 3
    assert found.macro == ((2 + 4) / 2 + 3) / 2  # the question without a point is in neither
    assert (found.points, found.questions, found.empty) == (3, 3, 1)


def test_micro_and_macro_differ_where_questions_have_unequal_many_points():
    found = average_order([points(2, 2, 2, 2), points(6)])
    assert (found.micro, found.macro) == ((8 + 6) / 5, (2 + 6) / 2)


def test_members_named_twice_count_once():
    assert order(Point("p1", ("a", "b", "a"), "x")) == 2


def test_without_points_there_is_no_average():
    found = average_order([(), ()])
    assert (found.micro, found.macro, found.empty) == (None, None, 2)


def detail() -> HGMemRounds:
    first = Round(
        0,
        (),
        (),
        (Phase("update", points(2), calls=1, prompt_tokens=10), Phase("insert", points(2))),
    )
    second = Round(1, (), (), (Phase("insert", points(2, 6), calls=2, completion_tokens=5),))
    return HGMemRounds((first, second))


def test_rounds_are_measured_at_their_end():
    found = by_round([detail(), HGMemRounds((detail().rounds[0],))])
    assert (found[0].micro, found[0].questions) == (2, 2)
    assert (found[1].micro, found[1].questions) == (4, 1)


def test_costs_add_up_over_phases_and_rounds():
    assert cost_of(detail().rounds[0]).calls == 1
    total = cost(detail())
    assert (total.calls, total.prompt_tokens, total.completion_tokens) == (3, 10, 5)
