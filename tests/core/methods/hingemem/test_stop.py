from dataclasses import replace
from math import exp

import pytest

from hypermem_core.methods.hingemem.stop import knee_of, shifted, softmax, stop
from hypermem_core.settings import HingeMemSettings

KNOBS = HingeMemSettings()


def test_precision_keeps_strictly_above_the_ratio() -> None:
    found = stop([1.0, 0.9, 0.8, 0.7], "precision", KNOBS)
    assert found.kept == 2  # 0.8 · 1.0 = 0.8 is not above 0.8
    assert found.threshold == 0.8 and found.rule == "precision"
    assert stop([0.5, 0.401, 0.399], "precision", KNOBS).kept == 2  # 0.8 · 0.5 = 0.4


def test_judgment_keeps_strictly_above_the_ratio_of_the_softmax() -> None:
    scores = [1.0, 0.8, 0.77, 0.0]
    found = stop(scores, "judgment", KNOBS)
    # e^-0.2 = 0.819 stays, e^-0.23 = 0.795 goes
    assert found.kept == 2
    total = sum(exp(score) for score in scores)
    assert found.values == pytest.approx([exp(score) / total for score in scores])
    assert found.threshold == pytest.approx(0.8 * exp(1.0) / total)


def test_softmax_sums_to_one() -> None:
    assert sum(softmax([700.0, 1.0, -700.0])) == pytest.approx(1)


def test_the_knee_is_where_the_curve_lies_farthest_below_its_chord() -> None:
    # scaled: 1, 0.2, 0.1, 0.05, 0; chord: 1, 0.75, 0.5, 0.25, 0 → 0, 0.55, 0.4, 0.2, 0
    assert knee_of([1.0, 0.2, 0.1, 0.05, 0.0], 0.1) == 1
    assert knee_of([1.0, 0.75, 0.5, 0.25, 0.0], 0.1) is None  # on the chord
    assert knee_of([1.0, 0.9, 0.8, 0.1, 0.0], 0.1) is None or knee_of([1, 0.9, 0.1], 0.1) is None
    assert knee_of([1.0, 1.0, 1.0], 0.1) is None
    assert knee_of([1.0, 0.0], 0.1) is None


def test_a_flatter_dip_than_the_sensitivity_is_no_knee() -> None:
    values = [1.0, 0.6, 0.4, 0.0]  # chord 1, 2/3, 1/3, 0: deepest is 1/15
    assert knee_of(values, 0.1) is None
    assert knee_of(values, 0.05) == 1


def test_recall_keeps_all_up_to_the_knee() -> None:
    found = stop([1.0, 0.3, 0.25, 0.2, 0.18], "recall", KNOBS)
    assert found.knee == 1
    assert found.kept == 2  # 0.3 is before the knee's end though below 0.5


def test_recall_past_the_knee_keeps_what_is_not_below_half() -> None:
    values = [2.0, 1.2, 1.1, 1.0, 0.9]  # knee at the second
    found = stop(values, "recall", KNOBS)
    assert found.knee == 1
    assert found.kept == 4  # 1.0 is exactly half, so it is not below it


def test_recall_without_a_knee_keeps_above_half() -> None:
    found = stop([1.0, 0.75, 0.5, 0.25], "recall", KNOBS)
    assert found.knee is None
    assert found.kept == 2  # 0.5 is not above 0.5
    assert "no knee" in found.reason


def test_negative_scores_are_shifted_before_ratios() -> None:
    assert shifted([-1.0, -2.0, -3.0]) == (2.0, 1.0, 0.0)
    assert shifted([1.0, -2.0]) == (1.0, -2.0)
    assert stop([-1.0, -1.3, -3.0], "precision", KNOBS).kept == 2  # 2, 1.7, 0 against 1.6


def test_at_least_one_is_kept_and_nothing_is_no_error() -> None:
    assert stop([0.0, 0.0], "precision", KNOBS).kept == 1
    assert stop([], "judgment", KNOBS).kept == 0


def test_a_fixed_stop_ignores_the_type() -> None:
    found = stop([1.0, 0.1, 0.1], "precision", replace(KNOBS, stop="top-k", top_k=2))
    assert (found.rule, found.kept, found.reason) == ("top-k", 2, "k = 2")
