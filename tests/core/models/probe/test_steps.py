from hypermem_core.errors import ModelError, Paused
from hypermem_core.models.faults import REASONS
from hypermem_core.models.probe.steps import Probe, Step, advice, ground, said, stopped_at


def works(*steps: Step) -> bool:
    return Probe("m", "", steps).works


def test_one_form_of_json_is_enough_but_every_other_step_is_needed() -> None:
    ground_works = ground(None)
    assert works(*ground_works, Step("schema", False), Step("plain", True))
    assert not works(*ground_works, Step("schema", False), Step("plain", False))
    assert works(Step("loads", True), Step("query", None))
    assert not works(Step("loads", True), Step("sense", False))
    assert not works(Step("key", False))
    assert not works()


def test_the_first_three_steps_stop_at_the_failing_one() -> None:
    problem = Paused(f"The run stops: m at h {REASONS[402]} (status 402).")
    assert stopped_at(problem) == "key"
    assert [step.works for step in ground(problem)] == [True, False, None]
    assert (
        ground(problem)[1].words == "m at h says that the account has no credit left (status 402)."
    )
    assert stopped_at(ModelError("m at h knows no such model")) == "model"


def test_words_about_a_run_are_left_out() -> None:
    problem = Paused("The run stops: m cannot be reached (status 500, one try).", "Wait.")
    assert said(problem) == "m cannot be reached (status 500)."
    assert advice(problem, "x") == "Wait."
    assert advice(Paused("m", "Top up, then start again: what is done is kept."), "x") == "Top up."
    assert advice(Paused("m"), "x") == "x"
