"""`results/`: every path, atomic writes, and what is built or stale."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np

from hypermem_core import codec, prompts
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.events import Event
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.manifest import BuildStatus as BuildStatus
from hypermem_core.manifest import Damaged as Damaged
from hypermem_core.manifest import DegradedItem, Manifest
from hypermem_core.manifest import Timing as Timing
from hypermem_core.memory import Memory, Vectors
from hypermem_core.models.offline import rules_digest
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import Conversation, Element, Turn, Usage

ADDRESS = "models.base_url"
_TOLD = {ADDRESS, "graph embedder"}  # kept beside what a memory depends on, never compared
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def checked_name(name: str) -> str:
    """Return a name that is safe as one folder; DataError for any other."""
    if not _NAME.fullmatch(name) or set(name) == {"."}:
        raise DataError(
            f"{name!r} cannot name a folder of results.", "Use letters, digits, '.', '_' and '-'."
        )
    return name


def write_atomic(path: Path, data: bytes | str) -> None:
    """Write a file whole or not at all: a temporary file in the same folder, then a rename."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def content_hash(conversation: Conversation) -> str:
    """Return a short hash of what a build reads of a conversation (not its questions)."""
    read = [codec.encode(conversation.turns, tuple[Turn, ...]), list(conversation.speakers)]
    text = json.dumps(read, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def built_with(method: str, settings: Settings) -> dict[str, str]:
    """Return everything but the conversation that a memory of this method depends on.

    A chat model's address is told too, but the same model elsewhere makes no memory stale.
    """
    values = build_values(settings, method)
    if method == "flat":  # it cuts nothing and asks no model: only its vectors depend on a knob
        return {"models.embedder": values["models.embedder"]}
    if settings.models.llm == "offline":
        return {**values, "offline rules": rules_digest(method)}
    values[ADDRESS] = json.dumps(settings.models.base_url)
    for name in prompts.names():
        if name.startswith(f"{method}/"):
            digest = hashlib.sha256(prompts.text(name).encode()).hexdigest()[:16]
            values[f"prompt {name}"] = digest
    return values


@dataclass(frozen=True, slots=True)
class Store:
    """Memories and evaluations under one root folder."""

    root: Path

    def memory_folder(self, experiment: str, method: str, conversation_id: str) -> Path:
        """Return where a memory is kept; DataError for a name that is no plain name."""
        names = (checked_name(experiment), checked_name(method), checked_name(conversation_id))
        return self.root / names[0] / "memory" / names[1] / names[2]

    def run_folder(self, experiment: str, run: str) -> Path:
        """Return where an evaluation run is kept; DataError for a name that is no plain name."""
        return self.root / checked_name(experiment) / "eval" / checked_name(run)

    def save_memory(
        self,
        experiment: str,
        memory: Memory,
        timing: Timing,
        conversation: Conversation,
        made_by: str = "offline rules",
        degraded: tuple[DegradedItem, ...] = (),
        usage: dict[str, Usage] | None = None,
        mended: dict[str, int] | None = None,
    ) -> None:
        """Write a memory, its manifest last, so that a killed save leaves it unbuilt."""
        folder = self.memory_folder(experiment, memory.method, memory.conversation_id)
        self.discard(experiment, memory.method, memory.conversation_id)
        write_atomic(folder / "hypergraph.json", codec.dumps(memory.graph, indent=1) + "\n")
        write_atomic(folder / "vectors.npz", vector_bytes(memory.vectors))
        write_atomic(folder / "conversation.json", codec.dumps(conversation, indent=1) + "\n")
        write_atomic(folder / "timing.json", codec.dumps(timing, indent=1) + "\n")
        manifest = Manifest(
            memory.method,
            memory.conversation_id,
            conversation.title,
            made_by,
            memory.built_with,
            count(memory.graph),
            degraded=degraded,
            usage=usage or {},
            mended=mended or {},
        )
        write_atomic(folder / "manifest.json", codec.dumps(manifest, indent=1) + "\n")

    def discard(self, experiment: str, method: str, conversation_id: str) -> None:
        """Make a memory unbuilt; its other files are overwritten by the next build."""
        folder = self.memory_folder(experiment, method, conversation_id)
        (folder / "manifest.json").unlink(missing_ok=True)

    def manifest(self, experiment: str, method: str, conversation_id: str) -> Manifest:
        """Return what a memory was built with.

        Raises:
            NotBuilt: there is none, or its build never finished.
        """
        path = self.memory_folder(experiment, method, conversation_id) / "manifest.json"
        if not path.exists():
            raise NotBuilt(
                f"Experiment {experiment!r} has no {method} memory of {conversation_id!r}.",
                "Build it first.",
            )
        found: Manifest = _read(Manifest, path)
        return found

    def load_memory(self, experiment: str, method: str, conversation_id: str) -> Memory:
        """Return a built memory.

        Raises:
            NotBuilt: there is none, or its build never finished.
            DataError: a file of it is damaged.
        """
        manifest = self.manifest(experiment, method, conversation_id)
        folder = self.memory_folder(experiment, method, conversation_id)
        graph = _read(Hypergraph, folder / "hypergraph.json")
        vectors = _read_vectors(folder / "vectors.npz")
        return Memory(method, manifest.conversation_id, graph, vectors, manifest.built_with)

    def timing(self, experiment: str, method: str, conversation_id: str) -> Timing:
        """Return how long a build took and what it asked; an empty one where it was not kept."""
        path = self.memory_folder(experiment, method, conversation_id) / "timing.json"
        found: Timing = _read(Timing, path) if path.exists() else Timing()
        return found

    def load_conversation(self, experiment: str, method: str, conversation_id: str) -> Conversation:
        """Return the conversation a memory was built from; NotBuilt if there is no memory."""
        self.manifest(experiment, method, conversation_id)
        folder = self.memory_folder(experiment, method, conversation_id)
        found: Conversation = _read(Conversation, folder / "conversation.json")
        return found

    def load_events(self, experiment: str, method: str, conversation_id: str) -> tuple[Event, ...]:
        """Return the events of a build in order, also of one that is running or was killed."""
        path = self.memory_folder(experiment, method, conversation_id) / "events.jsonl"
        return tuple(codec.decode(Event, row, path.name) for row in read_jsonl(path))

    def status(
        self,
        experiment: str,
        method: str,
        conversation_id: str,
        settings: Settings,
        conversation: Conversation | None = None,
    ) -> BuildStatus:
        """Return whether a memory is missing, built, or stale and by which knobs.

        With the conversation given, a memory of another text of it is stale by `conversation`;
        one whose manifest or timing cannot be read is stale by `damaged file`.
        """
        folder = self.memory_folder(experiment, method, conversation_id)
        timing = folder / "timing.json"
        try:
            manifest = self.manifest(experiment, method, conversation_id)
            created = _read(Timing, timing).created if timing.exists() else ""
        except NotBuilt:
            return BuildStatus("missing")
        except DataError:
            return BuildStatus("stale", ("damaged file",))
        wanted = built_with(method, settings)
        if conversation is not None:
            wanted["conversation"] = content_hash(conversation)
        changed = _changed(manifest.built_with, wanted)
        state: Literal["stale", "built"] = "stale" if changed else "built"
        lacking = len(manifest.degraded)
        return BuildStatus(state, changed, created, manifest.counts, lacking)

    def list_memories(self, experiment: str) -> tuple[Manifest, ...]:
        """Return the manifests of an experiment's finished memories, by method and conversation.

        One that cannot be read does not hide the others: `list_damaged` names it.
        """
        return tuple(one for one in self._manifests(experiment) if isinstance(one, Manifest))

    def list_damaged(self, experiment: str) -> tuple[Damaged, ...]:
        """Return the memories whose manifest cannot be read, by method and conversation."""
        return tuple(one for one in self._manifests(experiment) if isinstance(one, Damaged))

    def _manifests(self, experiment: str) -> Iterator[Manifest | Damaged]:
        folder = self.root / checked_name(experiment) / "memory"
        for path in sorted(folder.glob("*/*/manifest.json")):
            try:
                yield _read(Manifest, path)
            except DataError as error:
                yield Damaged(path.parent.parent.name, path.parent.name, error.message)

    def list_runs(self, experiment: str) -> tuple[str, ...]:
        """Return the names of an experiment's evaluation runs, sorted."""
        folder = self.root / checked_name(experiment) / "eval"
        return tuple(sorted(path.parent.name for path in folder.glob("*/settings.json")))


def _plural(kind: str) -> str:
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def count(graph: Hypergraph) -> dict[str, int]:
    """Return how many nodes of each kind and how many hyperedges a graph has.

    An element counts as what it is: a person, time, location or topic.
    """
    nodes = graph.nodes.values()
    kinds = Counter(node.element if isinstance(node, Element) else node.kind for node in nodes)
    return {
        **{_plural(kind): number for kind, number in sorted(kinds.items())},
        "hyperedges": len(graph.edges),
    }


def read_jsonl(path: Path, shape: Any = dict[str, Any]) -> Iterator[Any]:
    """Yield the whole lines of a JSONL file as `shape`; a killed writer's torn last is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith("\n"):
                return
            yield codec.loads(shape, line, f"{path.name}, line {number}")


def _changed(old: Mapping[str, str], wanted: Mapping[str, str]) -> tuple[str, ...]:
    relevant = (set(wanted) | (set(old) - {"conversation"})) - _TOLD
    if "imported" in old:  # made elsewhere: no knob of ours makes its graph stale
        relevant = {"conversation", "models.embedder"} & set(wanted)
    return tuple(sorted(key for key in relevant if old.get(key) != wanted.get(key)))


def _read(shape: Any, path: Path) -> Any:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}.", "Rebuild this memory.") from None
    return codec.loads(shape, text, str(path))


def vector_bytes(vectors: Vectors) -> bytes:
    """Return vectors as the bytes of an .npz file."""
    buffer = BytesIO()
    ids = np.array(vectors.ids, dtype=np.str_)
    np.savez(buffer, ids=ids, vectors=vectors.matrix.astype(np.float32))
    return buffer.getvalue()


def _read_vectors(path: Path) -> Vectors:
    try:
        with np.load(path, allow_pickle=False) as data:
            return Vectors(tuple(str(name) for name in data["ids"]), data["vectors"])
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise DataError(f"{path} cannot be read: {error}.", "Rebuild this memory.") from None
