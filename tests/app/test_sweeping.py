from pathlib import Path

import pytest

from app.evaluating import Evaluated, read_run
from app.sweeping import (
    Bench,
    TaskSets,
    ablations,
    knobs_of,
    moved,
    one_knob,
    sensitivity,
    settings_of,
    sweep_work,
    two_knobs,
    what_if_work,
)
from hypermem_core.build import build
from hypermem_core.diagnosis import kept
from hypermem_core.errors import NotBuilt
from hypermem_core.evaluation.run import evaluate
from hypermem_core.events import ignore
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from hypermem_core.types import Conversation


@pytest.fixture
def run(tiny: Conversation, models: Models, results: Path) -> Evaluated:
    store, settings = Store(results), Settings()
    memory = build(tiny, "e", "hypermem", settings, models, store)
    folder = store.run_folder("e", "hypermem-1")
    folder.mkdir(parents=True)
    method = create("hypermem", settings, models)
    evaluate([tiny], method, lambda _: memory, models, settings, folder)
    return read_run(folder)


def bench(run: Evaluated, models: Models, results: Path, **changes: int) -> Bench:
    knobs = {f"retrieval.{name}": value for name, value in changes.items()}
    settings = settings_of(knobs, Settings())
    return Bench(Store(results), "e", run, settings, knobs, models, TaskSets())


def test_a_runs_settings_come_back_and_unknown_knobs_are_left_out() -> None:
    found = settings_of({"retrieval.topic_k": 3, "retrieval.gone": 1}, Settings())
    assert found.retrieval.topic_k == 3


def test_only_what_differs_from_the_run_counts_as_moved() -> None:
    trial = (("retrieval.topic_k", 15), ("retrieval.fact_k", 5), ("retrieval.fact_k", 6))
    assert moved(Settings(), trial) == {"retrieval.fact_k": 6}


def test_each_method_offers_its_own_knobs_of_retrieval() -> None:
    assert list(knobs_of("hypermem", Settings()))[0] == "retrieval.topic_k"
    others = [path for path in knobs_of("hgmem", Settings()) if not path.startswith("hgmem.")]
    assert others == ["answer.budget"]


def test_nothing_moved_gains_and_loses_nothing(
    run: Evaluated, models: Models, results: Path
) -> None:
    made = what_if_work(bench(run, models, results))(ignore)
    assert made.found is not None
    assert made.found.gained(1000) == made.found.lost(1000) == ()
    assert made.found.read[0] == made.found.read[1] > 0
    assert kept.load(kept.listed(Store(results), "e")[0]) == made


def test_one_fact_only_loses_what_needs_two(run: Evaluated, models: Models, results: Path) -> None:
    made = what_if_work(bench(run, models, results, fact_k=1))(ignore)
    assert made.found is not None
    assert made.found.read[1] < made.found.read[0]
    assert made.moved == {"retrieval.fact_k": 1}


def test_the_papers_tables_are_one_call(run: Evaluated, models: Models, results: Path) -> None:
    made = sweep_work(bench(run, models, results), ablations())(ignore)
    assert [point.name for point in made.points][:2] == ["full", "w/o FC"]
    assert len(sensitivity().axes) == 3


def test_sweeps_over_one_and_two_knobs_are_kept_under_names_of_their_own(
    run: Evaluated, models: Models, results: Path
) -> None:
    desk = bench(run, models, results)
    one = sweep_work(desk, one_knob("retrieval.topic_k", [1, 5]))(ignore)
    two = sweep_work(desk, two_knobs(("retrieval.topic_k", [1]), ("retrieval.fact_k", [1, 5])))(
        ignore
    )
    assert one.axes == ("retrieval.topic_k",)
    assert len(two.points) == 2
    assert len(kept.listed(Store(results), "e")) == 2


def test_a_run_whose_memory_is_gone_says_so(run: Evaluated, models: Models, results: Path) -> None:
    Store(results).discard("e", "hypermem", "tiny")
    with pytest.raises(NotBuilt):
        what_if_work(bench(run, models, results))(ignore)


def test_a_question_is_embedded_once_for_all_reruns(models: Models) -> None:
    sets = TaskSets()
    first = sets.models(models).embedder.query("Who adopted a cat?")
    assert sets.models(models).embedder.query("Who adopted a cat?") is first


def test_tasks_stay_warm_until_two_others_were_asked(
    run: Evaluated, models: Models, results: Path
) -> None:
    sets, store = TaskSets(), Store(results)
    first = sets.get(store, "e", run, ignore)
    assert sets.get(store, "e", run, ignore) is first
    assert first[0].memory is first[1].memory
