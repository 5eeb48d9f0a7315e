import pytest

from app.figures.category_bars import Bar, category_bars, in_order, published_dots
from app.figures.recall_curves import points, recall_curves
from app.figures.stage_funnel import losses, stage_funnel


def test_categories_stand_in_the_order_of_every_chart() -> None:
    bars = [Bar(name, 0.5, 0.4, 0.6, 3) for name in ("overall", "temporal", "single-hop")]
    assert [bar.category for bar in in_order(bars)] == ["single-hop", "temporal", "overall"]


def test_bars_start_at_zero_with_whiskers_and_n() -> None:
    figure = category_bars({"flat": [Bar("temporal", 0.5, 0.4, 0.65, 7)]}, "F1")
    assert figure.layout.yaxis.range[0] == 0
    assert figure.data[0].error_y.array == pytest.approx((0.15,))
    assert figure.data[0].error_y.arrayminus == pytest.approx((0.1,))
    assert "n = 7" in figure.layout.xaxis.ticktext[0]


def test_published_numbers_are_hollow_diamonds_and_named_so() -> None:
    figure = published_dots({"Some system": {"temporal": 0.5, "overall": 0.6}})
    assert {trace.marker.symbol for trace in figure.data} == {"diamond-open"}
    assert figure.layout.xaxis.title.text == "published, other models"


def test_recall_curves_are_in_order_of_tokens() -> None:
    assert points({"1000": 0.7, "500": 0.6}) == [(500, 0.6), (1000, 0.7)]
    assert list(recall_curves({"flat": {"1000": 0.7, "500": 0.6}}).data[0].x) == [500, 1000]


def test_losses_are_counted_from_the_stage_before() -> None:
    rows = losses({"topic kept": 0.9, "fact kept": 0.6})
    assert rows == [("topic kept", 0.9, pytest.approx(0.1)), ("fact kept", 0.6, pytest.approx(0.3))]
    assert stage_funnel({"topic kept": 0.9}).layout.xaxis.range[0] == 0
