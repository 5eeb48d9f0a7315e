from app.components.whatif_jobs import title
from hypermem_core.diagnosis.kept import KeptSweep


def sweep(created: str, name: str = "topic_k 5, 10") -> KeptSweep:
    return KeptSweep("s", "one knob", name, "hypermem-ab12cd34", "hypermem", created, {})


def test_a_kept_sweep_is_named_by_its_kind_run_and_time() -> None:
    told = "one knob · topic_k 5, 10 · hypermem · cd34 · 7 May 09:05"
    assert title(sweep("2024-05-07T09:05:10")) == told
    assert title(sweep("", "One knob: k")) == "One knob: k · hypermem · cd34"


def test_a_time_of_another_form_is_shown_as_it_is() -> None:
    assert title(sweep("last week")).endswith(" · last week")
