from app.explaining import run_settings
from hypermem_core.settings import Settings, iter_knobs, with_value


def test_a_runs_settings_come_back_and_unknown_knobs_are_left_out() -> None:
    moved = with_value(with_value(Settings(), "retrieval.fact_k", 7), "models.llm", "gpt-5")
    values = {path: value for path, _, value, _ in iter_knobs(moved)}
    assert run_settings({**values, "retrieval.gone": 3}) == moved
    assert run_settings({}) == Settings()
