"""An evaluation as one piece of work, and a finished or stopped one read from disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.build import build
from hypermem_core.evaluation.report import summarise
from hypermem_core.evaluation.rows import load_brief
from hypermem_core.evaluation.run import evaluate, run_name, select
from hypermem_core.events import Emit
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.reports import run_card
from hypermem_core.settings import PRESETS, Settings, iter_knobs, preset
from hypermem_core.store import Store
from hypermem_core.types import Category, Conversation, EvalRow


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be evaluated."""

    conversations: tuple[Conversation, ...]
    methods: tuple[str, ...]
    categories: tuple[Category, ...]
    limit: int | None
    answers: bool

    def questions(self, settings: Settings) -> int:
        """Return how many questions one method is asked."""
        return len(select(self.conversations, settings, self.categories, self.limit))

    def runs(self, settings: Settings) -> tuple[str, ...]:
        """Return the names of the runs, one for each method; equal settings resume."""
        return tuple(run_name(method, settings, self.answers) for method in self.methods)


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A run as it stands on disk: its rows so far and the scores over exactly those."""

    run: str
    method: str
    judge: str
    llm: str
    rows: tuple[EvalRow, ...]
    summary: dict[str, Any]
    preset: str = ""
    when: datetime | None = None

    @property
    def label(self) -> str:
        """Return `hypermem · readme · conv-26 · 3 May 14:05:12`: what a person knows a run by."""
        ids = sorted({row.conversation_id for row in self.rows})
        where = ids[0] if len(ids) == 1 else f"{len(ids)} conversations"
        when = f"{self.when:%-d %b %H:%M:%S}" if self.when else ""
        return " · ".join(part for part in (self.method, self.preset, where, when) if part)


def preset_name(values: Mapping[str, Any]) -> str:
    """Return the preset with the fewest knobs moved: `readme`, or `readme, 2 moved`."""
    moved = {
        name: sum(
            path in values and codec.dumps(values[path]) != codec.dumps(value)
            for path, _, value, _ in iter_knobs(preset(name))
        )
        for name in PRESETS
    }
    best = min(moved, key=lambda name: moved[name])
    return f"{best}, {moved[best]} moved" if moved[best] else best


def work(
    plan: Plan, experiment: str, settings: Settings, models: Models, store: Store
) -> Callable[[Emit], tuple[str, ...]]:
    """Return the evaluation as work for a job: missing memories are built, done rows are kept."""

    def run(emit: Emit) -> tuple[str, ...]:
        for method, name in zip(plan.methods, plan.runs(settings), strict=True):
            memories = {
                conversation.id: build(
                    conversation, experiment, method, settings, models, store, emit
                )
                for conversation in plan.conversations
            }
            folder = store.run_folder(experiment, name)
            folder.mkdir(parents=True, exist_ok=True)
            evaluate(
                plan.conversations,
                create(method, settings, models),
                lambda conversation, found=memories: found[conversation.id],  # type: ignore[misc]
                models,
                settings,
                folder,
                categories=plan.categories,
                limit=plan.limit,
                answers=plan.answers,
                emit=emit,
            )
        return plan.runs(settings)

    return run


def read_run(folder: Path) -> Evaluated:
    """Return a run from disk; a stopped one has the rows it finished."""
    path = folder / "settings.json"
    about = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), str(path))
    rows = tuple(load_brief(folder).values())
    mode = about["settings"].get("judge.adversarial", "exclude")
    return Evaluated(
        folder.name,
        about["method"],
        about["judge_name"],
        about["llm"],
        rows,
        summarise(rows, mode),
        preset_name(about["settings"]),
        _when(folder) if rows else None,
    )


def _when(folder: Path) -> datetime:
    """Return when a run was made, by its card: a moved file is as old as its move."""
    card = run_card.read(folder)
    told = (card.finished or card.created) if card else ""
    try:
        return datetime.fromisoformat(told)
    except ValueError:
        return datetime.fromtimestamp((folder / "rows.jsonl").stat().st_mtime)


def latest_runs(store: Store, experiment: str) -> list[str]:
    """Return an experiment's runs that finished a question, the latest first."""
    paths = {
        name: store.run_folder(experiment, name) / "rows.jsonl"
        for name in store.list_runs(experiment)
    }
    dated = [(path.stat().st_mtime, name) for name, path in paths.items() if path.exists()]
    return [name for _, name in sorted(dated, reverse=True)]


def opened(methods: Mapping[str, str], run: str, method: str) -> str:
    """Return the run a page opens on, of runs with their methods, the latest first.

    The one chosen before, else the latest of the chosen method: a baseline is seldom what is
    looked into, though it may have been evaluated last.
    """
    if run in methods:
        return run
    return next((name for name, by in methods.items() if by == method), next(iter(methods)))


def lost(row: EvalRow) -> bool:
    """Whether a gold turn is missing from the largest context measured."""
    if row.recall is None or not row.recall.at_budget:
        return False
    return row.recall.at_budget[max(row.recall.at_budget, key=int)] < 1.0


def wrong(row: EvalRow) -> bool:
    """Whether the answer was judged wrong."""
    return row.verdict is not None and row.verdict.label == "wrong"


def unscored(row: EvalRow) -> bool:
    """Whether there is an answer, or the failure of one, without a verdict."""
    return bool(row.error) or (row.verdict is not None and row.verdict.label == "unscored")


FILTERS: dict[str, Callable[[EvalRow], bool]] = {
    "All": lambda row: True,
    "Wrong": wrong,
    "Lost": lost,
    "Unscored": unscored,
}


def lost_at(row: EvalRow) -> str:
    """Return the stage after which a gold turn is missing, "" when none is."""
    if row.recall is None or not lost(row):
        return ""
    for stage, share in row.recall.by_stage.items():
        if share < 1.0:
            return stage
    return "context"


def filtered(rows: Sequence[EvalRow], name: str) -> list[EvalRow]:
    """Return the rows a filter lets through."""
    return [row for row in rows if FILTERS[name](row)]
