"""`build`: one conversation's memory, kept under results/ and made only when it must be."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TextIO

from hypermem_core import codec, experiment_file
from hypermem_core.errors import DataError
from hypermem_core.events import (
    Degraded,
    Emit,
    Event,
    ModelCalled,
    StageFinished,
    StageStarted,
    Warned,
    ignore,
)
from hypermem_core.manifest import DegradedItem, Timing
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.budget import budgeted
from hypermem_core.models.telling import TellingEmbedder
from hypermem_core.reembed import reembed
from hypermem_core.settings import Settings
from hypermem_core.store import Store, built_with, content_hash
from hypermem_core.types import Conversation, Usage

OFFLINE = "offline rules"
RETRY = ".retry.events.jsonl"  # events of a build that may not replace the memory there is


@dataclass
class _Recorder:
    """Passes events on and keeps them on disk, without what differs between equal runs."""

    file: TextIO
    emit: Emit
    stages: dict[str, float] = field(default_factory=dict)
    degraded: list[DegradedItem] = field(default_factory=list)
    usage: defaultdict[str, Usage] = field(default_factory=lambda: defaultdict(Usage))
    spent: defaultdict[str, Usage] = field(default_factory=lambda: defaultdict(Usage))
    mended: Counter[str] = field(default_factory=Counter)
    stage: str = ""
    cached: int = 0
    seconds: float = 0.0

    def __call__(self, event: Event) -> None:
        kept: Event = event
        if isinstance(event, StageStarted):
            self.stage = event.stage
        elif isinstance(event, StageFinished):
            self.stages[event.stage] = round(event.seconds, 4)
            kept = replace(event, seconds=0.0)
        elif isinstance(event, Degraded):
            self.degraded.append(DegradedItem(event.item, event.prompt, event.reason))
        elif isinstance(event, Warned):
            self.mended.update([event.mended] if event.mended else [])
        elif isinstance(event, ModelCalled):  # cached replies are still the same replies
            self._count(event)
            kept = replace(event, seconds=0.0, cached=False)
        self.file.write(codec.dumps(kept) + "\n")
        self.file.flush()  # another process may be watching this build
        self.emit(event)

    def _count(self, event: ModelCalled) -> None:
        if event.cached:
            self.cached += 1
        elif event.paid:
            self.seconds = round(self.seconds + event.seconds, 3)
        if event.paid:  # rules cost nothing
            before = self.usage[self.stage]
            self.usage[self.stage] = replace(
                before,
                calls=before.calls + event.attempts,
                prompt_tokens=before.prompt_tokens + event.prompt_tokens,
                completion_tokens=before.completion_tokens + event.completion_tokens,
                cost=None,  # prices change: evaluation/costs.py applies today's
            )
            spent = self.spent[self.stage]
            kept = event.attempts if event.cached else 0
            self.spent[self.stage] = replace(
                self.usage[self.stage],
                cached=spent.cached + kept,
                seconds=round(spent.seconds + event.seconds, 3),
            )


def build(
    conversation: Conversation,
    experiment: str,
    method_name: str,
    settings: Settings,
    models: Models,
    store: Store,
    emit: Emit = ignore,
) -> Memory:
    """Return the memory of a conversation, built and saved unless a whole, fitting one is there.

    A killed build leaves no manifest: the next call starts it again and writes the same files. A
    memory with degraded items is built again by a chat model: only what they lack is asked for,
    and the memory stays until the new one is whole. Where only the embedder differs, the graph
    stays and only the vectors are made anew.

    Raises:
        SettingsError: unknown method.
        Paused: the model cannot go on; what was answered is kept.
    """
    status = store.status(experiment, method_name, conversation.id, settings, conversation)
    place = (experiment, method_name, conversation.id)
    found = _whole(store, *place) if status.state == "built" else None
    retrying = found is not None and status.degraded > 0 and models.llm.name != OFFLINE
    if found is not None and not retrying:
        return found
    if status.only_vectors:
        try:
            return reembed(store, *place, settings, models, emit)
        except DataError:  # a damaged file: the whole memory is built
            pass
    create(method_name, settings, models)  # an unknown method leaves all as it is
    folder = store.memory_folder(*place)
    _clear(folder)
    if not retrying:
        store.discard(*place)
    experiment_file.write(store.root / experiment, settings, models)
    started = time.perf_counter()
    events = folder / (RETRY if retrying else "events.jsonl")
    with (
        events.open("w", encoding="utf-8") as file,
        budgeted(settings.models.budget_tokens, settings.models.budget_money),
    ):
        recorder = _Recorder(file, emit)
        telling = replace(models, embedder=TellingEmbedder(models.embedder, recorder))
        memory = create(method_name, settings, telling).build(conversation, recorder)
    made_with = built_with(method_name, settings) | {"conversation": content_hash(conversation)}
    memory = replace(memory, built_with=made_with)
    _save(store, experiment, memory, conversation, models, recorder, started)
    return memory


def _whole(store: Store, experiment: str, method: str, conversation_id: str) -> Memory | None:
    """Return a built memory, None if it is damaged: its error says "rebuild", and we do."""
    try:
        store.load_conversation(experiment, method, conversation_id)
        return store.load_memory(experiment, method, conversation_id)
    except DataError:
        return None


def _clear(folder: Path) -> None:
    """Make the folder, and remove the temporary files of a killed save."""
    folder.mkdir(parents=True, exist_ok=True)
    for stray in folder.glob(".*.*"):
        stray.unlink()


def _save(
    store: Store,
    experiment: str,
    memory: Memory,
    conversation: Conversation,
    models: Models,
    recorder: _Recorder,
    started: float,
) -> None:
    folder = store.memory_folder(experiment, memory.method, conversation.id)
    if (folder / RETRY).exists():
        store.discard(experiment, memory.method, conversation.id)
        (folder / RETRY).replace(folder / "events.jsonl")
    timing = Timing(
        datetime.now().isoformat(timespec="seconds"),
        round(time.perf_counter() - started, 3),
        recorder.stages,
        recorder.cached,
        recorder.seconds,
        dict(recorder.spent),
    )
    store.save_memory(
        experiment,
        memory,
        timing,
        conversation,
        models.llm.name,
        tuple(recorder.degraded),
        dict(recorder.usage),
        dict(sorted(recorder.mended.items())),
    )
