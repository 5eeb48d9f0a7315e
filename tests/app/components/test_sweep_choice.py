from app.components.sweep_choice import cleaned, values
from hypermem_core.settings import Settings, iter_knobs

KNOBS = {path: (about, value, kind) for path, about, value, kind in iter_knobs(Settings())}


def test_a_wide_knob_is_offered_by_doubling_and_a_narrow_one_evenly() -> None:
    assert values(*KNOBS["retrieval.topic_k"]) == [3, 7, 15, 30, 60]
    assert values(*KNOBS["retrieval.propagation"]) == [0.0, 0.4, 0.5, 0.8, 1.2, 1.6, 2.0]


def test_switches_and_choices_are_offered_whole() -> None:
    assert values(*KNOBS["retrieval.topic_stage"]) == [False, True]
    assert values(*KNOBS["retrieval.ties"]) == ["id", "first"]


def test_typed_values_are_read_and_impossible_ones_left_out() -> None:
    about, _, kind = KNOBS["retrieval.topic_k"]
    assert cleaned([5, "12", "many", "0", 5], about, kind) == [5, 12]
