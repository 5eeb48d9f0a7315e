from app.figures.turn_flow import turn_flow

LINKS = [
    ("gold turns", "not extracted", 2),
    ("gold turns", "extracted", 18),
    ("extracted", "topic kept", 18),
    ("topic kept", "fact cut", 3),
    ("topic kept", "fact kept", 15),
    ("fact kept", "in context", 15),
]


def test_every_stage_has_a_row_of_its_own_with_its_turns() -> None:
    axis = turn_flow(LINKS).layout.yaxis
    assert list(axis.ticktext) == [
        "gold turns 20",
        "extracted 18",
        "topic kept 18",
        "fact kept 15",
        "in context 15",
    ]
    assert list(axis.tickvals) == [0, 1, 2, 3, 4]


def test_losses_are_named_where_they_fall_out_and_never_on_one_another() -> None:
    marks = turn_flow(LINKS).layout.annotations
    assert [mark.text for mark in marks] == ["☆ not extracted 2", "☆ fact cut 3"]
    assert [mark.y for mark in marks] == [0.5, 2.5]


def test_a_run_that_loses_everything_ends_where_it_lost_it() -> None:
    figure = turn_flow([("gold turns", "not extracted", 4)])
    assert list(figure.layout.yaxis.ticktext) == ["gold turns 4"]
    assert figure.layout.annotations[0].text == "☆ not extracted 4"


def test_without_turns_the_figure_is_empty() -> None:
    assert len(turn_flow([]).data) == 0
