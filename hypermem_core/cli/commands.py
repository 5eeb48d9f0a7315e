"""One function for each command: arguments in, data and its text out."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.answer import answer
from hypermem_core.build import build
from hypermem_core.cli import judging, official, reporting, spending, wording
from hypermem_core.cli.arguments import chosen_settings
from hypermem_core.conversations import load
from hypermem_core.conversations.inspect import inspect
from hypermem_core.errors import DataError
from hypermem_core.evaluation.run import evaluate, run_name
from hypermem_core.events import Emit, Event
from hypermem_core.methods import create
from hypermem_core.models import Models, connect
from hypermem_core.settings import Settings, choices, iter_knobs, place
from hypermem_core.store import Store, count
from hypermem_core.types import Conversation, Evidence


@dataclass(frozen=True, slots=True)
class Output:
    """What a command found out: as data, and as text for people."""

    data: dict[str, Any]
    text: str
    code: int = 0  # 1 where a script must not go on


def _store(args: argparse.Namespace) -> Store:
    return Store(getattr(args, "results", Path(place("RESULTS", "results"))))


def _models(settings: Settings, store: Store) -> Models:
    return connect(settings, store.root / "replies.db")


def _chosen(
    conversations: Sequence[Conversation], wanted: Sequence[str] | None, every: bool
) -> tuple[Conversation, ...]:
    """Return the conversations asked for; DataError for an unknown id or no choice among many."""
    known = {c.id: c for c in conversations}
    if wanted:
        for name in wanted:
            if name not in known:
                raise DataError(
                    f"The file has no conversation {name!r}.", f"It has {', '.join(known)}."
                )
        return tuple(known[name] for name in dict.fromkeys(wanted))
    if not every and len(known) > 1:
        raise DataError(
            f"The file has {len(known)} conversations.",
            f"Add --all, or --conversation with some of {', '.join(known)}.",
        )
    return tuple(conversations)


def run_inspect(args: argparse.Namespace, emit: Emit) -> Output:
    """Report what a file holds."""
    data = inspect(load(args.path))
    return Output(data, wording.inspection(data))


@dataclass
class _Heard:
    """Passes events on and remembers whether there were any: loading a memory emits none."""

    emit: Emit
    anything: bool = False

    def __call__(self, event: Event) -> None:
        self.anything = True
        self.emit(event)


def run_build(args: argparse.Namespace, emit: Emit) -> Output:
    """Build memories, leaving those that are built already."""
    settings, store = chosen_settings(args), _store(args)
    picked = _chosen(load(args.path).conversations, args.conversation, args.all)
    states = [store.status(args.experiment, args.method, c.id, settings, c) for c in picked]
    models = _models(settings, store)
    built = []
    for conversation, before in zip(picked, states, strict=True):
        started = time.perf_counter()
        heard = _Heard(emit)
        memory = build(conversation, args.experiment, args.method, settings, models, store, heard)
        # A memory that fits the settings is only read; one that had to be built was damaged.
        damaged = before.state == "built" and heard.anything
        made = store.manifest(args.experiment, args.method, conversation.id)
        row = {
            "conversation": conversation.id,
            "before": "stale" if damaged else before.state,
            "changed": ["damaged file"] if damaged else list(before.changed),
            "counts": count(memory.graph),
            "seconds": round(time.perf_counter() - started, 3),
            "degraded": len(made.degraded),
            "mended": made.mended,
        }
        built.append(row)
    data = {
        "experiment": args.experiment,
        "method": args.method,
        "llm": models.llm.name,
        "memories": built,
        "usage": spending.of_builds(store, args.experiment, args.method, picked, models),
    }
    return Output(data, wording.memories(data))


def run_ask(args: argparse.Namespace, emit: Emit) -> Output:
    """Ask a built memory one question."""
    settings, store = chosen_settings(args), _store(args)
    where = (args.experiment, args.method, args.conversation)
    models = _models(settings, store)
    method = create(args.method, settings, models)  # first: an unknown one is no missing memory
    memory = store.load_memory(*where)
    conversation = store.load_conversation(*where)
    status = store.status(*where, settings)
    trace = method.retrieve(memory, args.question, emit)
    given = answer(args.question, trace, models.answerer, settings, conversation)
    data = {
        "question": args.question,
        "answer": codec.encode(given),
        "evidence": codec.encode(trace.evidence, tuple[Evidence, ...]),
        "trace": codec.encode(trace),
        "stale": list(status.changed),
    }
    return Output(data, wording.answered(data, conversation))


def run_evaluate(args: argparse.Namespace, emit: Emit) -> Output:
    """Ask and score questions, building what is missing first."""
    settings, store = chosen_settings(args), _store(args)
    picked = _chosen(load(args.path).conversations, args.conversation, every=True)
    models = _models(settings, store)
    answers = not args.no_answers
    run = args.run or run_name(args.method, settings, answers)
    report = evaluate(
        picked,
        create(args.method, settings, models),
        lambda c: build(c, args.experiment, args.method, settings, models, store, emit),
        models,
        settings,
        store.run_folder(args.experiment, run),
        categories=args.categories,
        limit=args.limit,
        answers=answers,
        emit=emit,
    )
    return Output(report.summary, wording.evaluation(report.summary))


def run_estimate(args: argparse.Namespace, emit: Emit) -> Output:
    """Say what a build and its questions would take; nothing is asked."""
    settings = chosen_settings(args)
    picked = _chosen(load(args.path).conversations, args.conversation, every=True)
    replies = _store(args).root / "replies.db"
    models = connect(settings, replies, spending.stand_ins(settings))
    return Output(*spending.estimated(args, picked, settings, models, emit))


def run_probe(args: argparse.Namespace, emit: Emit) -> Output:
    """Test the connections; a script goes on only where all of them work."""
    data, text = spending.probed(args)
    return Output(data, text, int(not all(one["works"] for one in data.values())))


def run_settings(args: argparse.Namespace, emit: Emit) -> Output:
    """List every setting with its value."""
    settings, default = chosen_settings(args), Settings()
    defaults = {path: value for path, _, value, _ in iter_knobs(default)}
    rows = [
        {
            "path": path,
            "value": value,
            "default": defaults[path],
            "affects": about.affects,
            "help": about.help,
            "low": about.low,
            "high": about.high,
            "choices": list(choices(kind)),
        }
        for path, about, value, kind in iter_knobs(settings)
    ]
    return Output({"preset": args.preset, "settings": rows}, wording.settings(rows))


COMMANDS: dict[str, Callable[[argparse.Namespace, Emit], Output]] = {
    "inspect": run_inspect,
    "build": run_build,
    "ask": run_ask,
    "evaluate": run_evaluate,
    "settings": run_settings,
    "estimate": run_estimate,
    "probe": run_probe,
    "judge": lambda args, emit: Output(*judging.judged(args, _store(args), emit)),
    "import-official": lambda args, emit: Output(*official.imported(args, _store(args), emit)),
    "export-official": lambda args, emit: Output(*official.exported(args, _store(args))),
    "report": lambda args, emit: Output(*reporting.reported(args, _store(args), emit)),
    "bundle": lambda args, emit: Output(*reporting.bundled(args, _store(args))),
    "unbundle": lambda args, emit: Output(*reporting.unbundled(args, _store(args))),
}
