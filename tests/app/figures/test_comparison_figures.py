import pytest

from app.figures.difference_dots import difference_dots
from app.figures.sweep_lines import (
    WHOLE,
    by_category,
    measures,
    sweep_heatmap,
    sweep_lines,
    variant_bars,
)
from app.figures.tokens_scatter import Spot, tokens_scatter
from hypermem_core.diagnosis.sweep import Point
from hypermem_core.evaluation.compare import Difference


def point(topic_k: int, fact_k: int, share: float) -> Point:
    changes = {"retrieval.topic_k": topic_k, "retrieval.fact_k": fact_k}
    groups = {"temporal": {"1000": share}, "single-hop": {"1000": 1.0}}
    return Point("p", changes, {"1000": share}, share + 0.1, groups, 500.0, 4, 1.0)


def test_differences_stand_in_the_order_of_every_chart_with_their_intervals() -> None:
    found = [
        Difference("overall", 9, 0.4, 0.5, 0.1, 0.0, 0.25, 2, 1, 1.0),
        Difference("temporal", 4, 0.5, 0.5, 0.0, -0.2, 0.2, 0, 0, 1.0),
    ]
    figure = difference_dots({"second": found}, "difference")
    assert figure.layout.yaxis.ticktext == ("temporal<br>n = 4", "overall<br>n = 9")
    dots = figure.data[0]
    assert list(dots.y) == [1, 0]
    assert dots.error_x.array == pytest.approx((15, 20))
    assert dots.error_x.arrayminus == pytest.approx((10, 20))
    assert "McNemar p = 1" in dots.hovertext[0]


def test_two_runs_against_one_do_not_lie_on_each_other() -> None:
    one = [Difference("temporal", 4, 0.5, 0.5, 0.0, -0.2, 0.2, 0, 0, None)]
    figure = difference_dots({"a": one, "b": one}, "difference")
    assert figure.data[0].y[0] < 0 < figure.data[1].y[0]
    assert figure.data[0].marker.symbol != figure.data[1].marker.symbol


def test_a_sweep_has_one_line_a_measure_along_the_knob() -> None:
    points = [point(1, 5, 0.2), point(5, 5, 0.6)]
    lines = [measures(one) for one in points]
    figure = sweep_lines(points, "retrieval.topic_k", lines)
    assert [trace.name for trace in figure.data] == ["1,000 tokens", WHOLE]
    assert list(figure.data[0].x) == [1, 5]
    assert list(figure.data[0].y) == [0.2, 0.6]
    assert list(by_category(points[0], 1000)) == ["single-hop", "temporal", "overall"]


def test_a_choice_has_equal_steps() -> None:
    changed = [
        Point("a", {"retrieval.ties": name}, {"500": 0.5}, 0.5, {}, 1.0, 1, 1.0)
        for name in ("id", "first")
    ]
    figure = sweep_lines(changed, "retrieval.ties", [measures(one) for one in changed])
    assert figure.layout.xaxis.type == "category"


def test_a_grid_puts_every_pair_in_its_cell() -> None:
    points = [point(1, 5, 0.1), point(1, 10, 0.2), point(5, 5, 0.3), point(5, 10, 0.4)]
    axes = ("retrieval.topic_k", "retrieval.fact_k")
    shares = sweep_heatmap(points, axes, "1,000 tokens").data[0].z
    assert [list(row) for row in shares] == [[0.1, 0.2], [0.3, 0.4]]


def test_variants_are_bars_from_zero_with_their_numbers() -> None:
    figure = variant_bars({"full": 0.9, "w/o TR": 0.85}, "recall")
    assert figure.layout.xaxis.range[0] == 0
    assert list(figure.data[0].text) == ["90.0%", "85.0%"]


def test_published_systems_stand_right_of_ours_as_hollow_diamonds() -> None:
    figure = tokens_scatter({"runs": [Spot("ours", 2000.0, 0.4, 10)]}, "accuracy", {"Mem0": 0.66})
    published = figure.data[1]
    assert published.marker.symbol == "diamond-open"
    assert published.name.startswith("published, other models")
    assert published.x[0] > 2000
    assert len(tokens_scatter({"runs": []}, "recall").data) == 1
