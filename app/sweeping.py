"""What-ifs and sweeps over a saved run's questions, as work for a job that keeps its result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.evaluating import Evaluated
from hypermem_core import codec
from hypermem_core.diagnosis import kept
from hypermem_core.diagnosis.judged import Judged, estimate_judged, judged_sweep
from hypermem_core.diagnosis.kept import KeptSweep, Kind, sweep_name
from hypermem_core.diagnosis.sweep import ABLATIONS, SENSITIVITY, along, grid, sweep
from hypermem_core.diagnosis.whatif import Task, what_if
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted
from hypermem_core.models import Embedder, Models
from hypermem_core.models.budget import budgeted
from hypermem_core.models.remembered import remembering
from hypermem_core.settings import Settings, iter_knobs, with_value
from hypermem_core.store import Store

if TYPE_CHECKING:  # brings the chat models' slow package, which the first screen does not need
    from hypermem_core.estimate import Estimate

Values = Mapping[str, Any]
Variants = Mapping[str, Values]
MOST_SETS = 2  # of tasks kept: their memories and indexes are large
BUDGET = "answer.budget"
# Knobs of retrieval that a sweep over a HyperMem run offers first.
FIRST = (
    "retrieval.topic_k",
    "retrieval.episode_k",
    "retrieval.fact_k",
    "retrieval.propagation",
    "retrieval.rrf_k",
    "retrieval.rerank_facts",
    BUDGET,
)


@dataclass
class TaskSets:
    """The tasks of the last runs asked and their query vectors, so that a second rerun is quick."""

    sets: dict[str, tuple[Task, ...]] = field(default_factory=dict)
    queries: dict[str, Embedder] = field(default_factory=dict)  # by the embedder's name

    def models(self, models: Models) -> Models:
        """Return the models with an embedder that embeds no question twice on this server."""
        if models.embedder.name not in self.queries:
            self.queries[models.embedder.name] = remembering(models).embedder
        return replace(models, embedder=self.queries[models.embedder.name])

    def get(self, store: Store, experiment: str, run: Evaluated, emit: Emit) -> tuple[Task, ...]:
        """Return a run's tasks, read when the run or a memory of it is new."""
        name = f"{store.root}/{experiment}/{run.run}/{run.when}/{_built(store, experiment, run)}"
        if name not in self.sets:
            found = tasks_of(store, experiment, run, emit)
            for old in list(self.sets)[: -MOST_SETS + 1 or None]:
                self.sets.pop(old, None)
            self.sets[name] = found
        return self.sets[name]


def _built(store: Store, experiment: str, run: Evaluated) -> float:
    """Return when the newest memory of a run was built."""
    ids = {row.conversation_id for row in run.rows}
    files = [store.memory_folder(experiment, run.method, i) / "manifest.json" for i in ids]
    return max((path.stat().st_mtime for path in files if path.exists()), default=0.0)


def tasks_of(store: Store, experiment: str, run: Evaluated, emit: Emit) -> tuple[Task, ...]:
    """Return a run's questions with their memories and what the run had found.

    Raises:
        NotBuilt: a memory of the run is gone.
    """
    ids = list(dict.fromkeys(row.conversation_id for row in run.rows))
    emit(StageStarted("memories", len(ids)))
    memories, talks = {}, {}
    for done, name in enumerate(ids, 1):
        memories[name] = store.load_memory(experiment, run.method, name)
        talks[name] = store.load_conversation(experiment, run.method, name)
        emit(StageAdvanced("memories", done))
    emit(StageFinished("memories", 0.0))
    return tuple(
        Task(
            talks[row.conversation_id],
            memories[row.conversation_id],
            row.question,
            row.recall,
            row.tokens,
        )
        for row in run.rows
    )


def settings_of(values: Values, base: Settings) -> Settings:
    """Return the settings a run was made with; a knob that no longer exists is left out."""
    now = {path: value for path, _, value, _ in iter_knobs(base)}
    for path, value in values.items():
        if path in now and codec.dumps(now[path]) != codec.dumps(value):
            base = with_value(base, path, value)
    return base


def moved(base: Settings, changes: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return the changes that differ from the base, the latest of each knob."""
    now = {path: value for path, _, value, _ in iter_knobs(base)}
    return {path: value for path, value in dict(changes).items() if now.get(path) != value}


def knobs_of(method: str, settings: Settings) -> dict[str, tuple[Any, Any, Any]]:
    """Return the knobs of a method that act without a rebuild: path → (about, value, type)."""
    section = method if method in {"hingemem", "hgmem"} else "retrieval"
    found = {
        path: (about, value, kind)
        for path, about, value, kind in iter_knobs(settings)
        if about.affects == "retrieve" and path.split(".")[0] == section or path == BUDGET
    }
    first = {path: found[path] for path in FIRST if path in found}
    return {**first, **found}


def asks_while_retrieving(method: str, models: Models) -> bool:
    """Whether retrieval itself asks a chat model, so that no what-if of it is free."""
    return method in {"hgmem", "hingemem"} and models.llm.name != "offline rules"


@dataclass(frozen=True, slots=True)
class Asked:
    """A sweep as it was asked for: which variants, over which knobs, judged or not."""

    kind: Kind
    title: str
    variants: Variants
    axes: tuple[str, ...] = ()
    judged: bool = False


def ablations() -> Asked:
    """Return the paper's ablation table."""
    return Asked("ablations", "Ablations of the paper", ABLATIONS)


def sensitivity() -> Asked:
    """Return the paper's top-k sensitivity: each stage's k alone."""
    variants: dict[str, Values] = {}
    for path, values in SENSITIVITY.items():
        variants |= along(path, values)
    return Asked("sensitivity", "Top-k sensitivity of the paper", variants, tuple(SENSITIVITY))


def one_knob(path: str, values: Iterable[Any]) -> Asked:
    """Return a sweep along one knob."""
    return Asked("one knob", path.split(".")[-1], along(path, values), (path,))


def two_knobs(first: tuple[str, list[Any]], second: tuple[str, list[Any]]) -> Asked:
    """Return a sweep over every pair of two knobs' values."""
    title = f"{first[0].split('.')[-1]} × {second[0].split('.')[-1]}"
    return Asked("two knobs", title, grid(first, second), (first[0], second[0]))


@dataclass(frozen=True, slots=True)
class Bench:
    """What every what-if needs: the run, its settings with what was moved, models and store."""

    store: Store
    experiment: str
    run: Evaluated
    settings: Settings
    moved: Values
    models: Models
    sets: TaskSets

    def kept(self, kind: Kind, title: str, what: Values) -> KeptSweep:
        """Return a sweep without results yet."""
        name = sweep_name(kind, self.run.run, {**what, "moved": dict(self.moved)})
        created = datetime.now().isoformat(timespec="seconds")
        return KeptSweep(
            name, kind, title, self.run.run, self.run.method, created, dict(self.moved)
        )


def what_if_work(bench: Bench) -> Callable[[Emit], KeptSweep]:
    """Return a rerun of all the run's questions as work for a job."""

    def run(emit: Emit) -> KeptSweep:
        tasks = bench.sets.get(bench.store, bench.experiment, bench.run, emit)
        started = time.perf_counter()
        found = what_if(bench.run.method, bench.settings, bench.models, tasks, emit)
        title = ", ".join(f"{p.split('.')[-1]} = {v}" for p, v in bench.moved.items())
        empty = bench.kept("what-if", title or "nothing moved", {})
        return _saved(bench, replace(empty, found=found), started)

    return run


def estimate_work(bench: Bench, asked: Asked) -> Callable[[Emit], Estimate]:
    """Return the estimate of a judged sweep as work for a job."""

    def run(emit: Emit) -> Estimate:
        tasks = bench.sets.get(bench.store, bench.experiment, bench.run, emit)
        return estimate_judged(
            bench.run.method, bench.settings, asked.variants, bench.models, tasks, emit
        )

    return run


def sweep_work(bench: Bench, asked: Asked) -> Callable[[Emit], KeptSweep]:
    """Return a sweep as work for a job; judged, each variant is a run that resumes."""
    limits = bench.settings.models

    def run(emit: Emit) -> KeptSweep:
        tasks = bench.sets.get(bench.store, bench.experiment, bench.run, emit)
        started = time.perf_counter()
        method, settings, models = bench.run.method, bench.settings, bench.models
        with budgeted(limits.budget_tokens, limits.budget_money):
            points = sweep(method, settings, asked.variants, models, tasks, emit)
            judged = _judged(bench, asked, tasks, emit) if asked.judged else ()
        what = {"variants": asked.variants, "judged": asked.judged and models.answerer.name}
        found = bench.kept(asked.kind, asked.title, what)
        return _saved(bench, replace(found, axes=asked.axes, points=points, judged=judged), started)

    return run


def _judged(bench: Bench, asked: Asked, tasks: tuple[Task, ...], emit: Emit) -> tuple[Judged, ...]:
    return judged_sweep(
        bench.run.method,
        bench.settings,
        asked.variants,
        bench.models,
        tasks,
        lambda name: bench.store.run_folder(bench.experiment, name),
        emit,
    )


def _saved(bench: Bench, found: KeptSweep, started: float) -> KeptSweep:
    whole = replace(found, seconds=round(time.perf_counter() - started, 3))
    kept.save(bench.store, bench.experiment, whole)
    return whole
