"""`build`: one conversation's memory, kept under results/ and made only when it must be."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TextIO

from hypermem_core import codec
from hypermem_core.errors import DataError
from hypermem_core.events import Emit, Event, ModelCalled, StageFinished, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.store import Store, Timing, built_with, content_hash
from hypermem_core.types import Conversation


@dataclass
class _Recorder:
    """Passes events on and keeps them on disk, without what differs between equal runs."""

    file: TextIO
    emit: Emit
    stages: dict[str, float] = field(default_factory=dict)

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageFinished):
            self.stages[event.stage] = round(event.seconds, 4)
        kept: Event = event
        if isinstance(event, StageFinished):
            kept = replace(event, seconds=0.0)
        elif isinstance(event, ModelCalled):  # cached replies are still the same replies
            kept = replace(event, seconds=0.0, cached=False)
        self.file.write(codec.dumps(kept) + "\n")
        self.file.flush()  # another process may be watching this build
        self.emit(event)


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

    A killed build leaves no manifest: the next call starts it again and writes the same files.

    Raises:
        SettingsError: unknown method.
        ModelError: a model cannot be reached.
    """
    status = store.status(experiment, method_name, conversation.id, settings, conversation)
    if status.state == "built":
        try:
            store.load_conversation(experiment, method_name, conversation.id)
            return store.load_memory(experiment, method_name, conversation.id)
        except DataError:  # its error says "rebuild": that is what calling this does
            pass
    method = create(method_name, settings, models)
    folder = store.memory_folder(experiment, method_name, conversation.id)
    folder.mkdir(parents=True, exist_ok=True)
    store.discard(experiment, method_name, conversation.id)
    for stray in folder.glob(".*.*"):  # temporary files of a killed save
        stray.unlink()
    started = time.perf_counter()
    with (folder / "events.jsonl").open("w", encoding="utf-8") as file:
        recorder = _Recorder(file, emit)
        memory = method.build(conversation, recorder)
    made_with = built_with(method_name, settings)
    made_with["conversation"] = content_hash(conversation)
    memory = replace(memory, built_with=made_with)
    created = datetime.now().isoformat(timespec="seconds")
    timing = Timing(created, round(time.perf_counter() - started, 3), recorder.stages)
    store.save_memory(experiment, memory, timing, conversation, models.llm.name)
    return memory
