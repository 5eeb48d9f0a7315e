"""Judges' bars: n below every category, ceilings above them, told apart in grey."""

import pytest

from app.figures.judge_bars import judge_bars
from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel_scores import ScoreLine

LINE = ScoreLine("temporal", 10, 4, 8, 2, (0.2, 0.8), 0.5, 10, 0.9, 0.0)
FEWER = ScoreLine("temporal", 10, 1, 5, 0, (0.1, 0.6), 0.5, 10, 0.9, 0.0)
NOTHING = ScoreLine("multi-hop", 3, 0, 0, 0, None, None, 0, 1.0, 0.0)


def test_bars_ceiling_and_baseline_stand_in_one_chart() -> None:
    ceilings = (Ceiling("temporal", 10, 9), Ceiling("multi-hop", 3, 3))
    figure = judge_bars(
        {"lenient": [LINE, NOTHING], "strict": [FEWER]}, ceilings, ceilings[:1], "corrected"
    )
    names = ["lenient", "strict", "ceiling, gold corrected", "always abstain"]
    assert [trace.name for trace in figure.data] == names
    assert list(figure.data[0].x) == [0.5]
    assert list(figure.data[2].x) == [0.9]  # only where there is a bar
    assert figure.data[0].marker.pattern.shape != figure.data[1].marker.pattern.shape
    assert figure.data[0].error_x.array == pytest.approx((0.3,))
    assert figure.layout.yaxis.ticktext == ("temporal<br>n = 5–8",)


def test_without_an_audit_there_is_no_ceiling_to_draw() -> None:
    figure = judge_bars({"strict": [LINE]}, (), (Ceiling("temporal", 10, 0),), "as published")
    assert [trace.name for trace in figure.data] == ["strict", "always abstain"]
