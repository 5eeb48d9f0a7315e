"""`import_run`: a results folder of the official code → conversations, memories and a run of ours.

The conversations are written as one LoCoMo file first and read back through the usual door, so
that every page that opens files can open them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from hypermem_core import codec
from hypermem_core.conversations import Loaded, load_text
from hypermem_core.conversations.findings import Findings
from hypermem_core.errors import DataError
from hypermem_core.events import Emit, StageAdvanced, StageStarted, ignore
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.models import Embedder
from hypermem_core.official.answers import read_rows
from hypermem_core.official.assembled import (
    assembled,
    differences,
    merged_edges,
    topics_without_facts,
)
from hypermem_core.official.conversation import sample
from hypermem_core.official.faults import report_faults
from hypermem_core.official.fields import objects, rows, table
from hypermem_core.official.graph import GraphReader
from hypermem_core.official.layout import OfficialRun
from hypermem_core.official.saving import RUN, Sidecar, save_events, save_run, sidecar_folder
from hypermem_core.official.tokens import read_tokens
from hypermem_core.official.vectors import raw_vectors, stored_vectors
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.store import Store, Timing, content_hash, write_atomic
from hypermem_core.types import Conversation, EvalRow, ImportReport

METHOD = "hypermem"
IMPORTED = "imported"  # key of `built_with` that keeps such a memory from being built again
FORMAT = "official HyperMem run"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import put into the store, and what it has to say about it."""

    experiment: str
    conversations: tuple[Conversation, ...]
    source: Path  # the conversations as a file, for whoever opens files
    run: str  # name of the evaluation run; "" if nothing was searched
    report: ImportReport
    counts: dict[str, int] = field(default_factory=dict)


def import_run(
    path: Path,
    store: Store,
    experiment: str,
    *,
    embedder: Embedder | None = None,
    embedder_name: str = "",
    model: str = "",
    emit: Emit = ignore,
) -> Imported:
    """Import `results/<experiment>/` of the official code into an experiment of our store.

    With an embedder every node is embedded anew, so that it can be asked here; without one the
    official vectors are kept, and only questions embedded by the same model can be asked.
    `embedder_name` is the value of the setting; `model` the chat model that made the run.

    Raises:
        DataError: it is no such folder, nothing in it can be read, or a pickle is hostile.
    """
    job = _Import(path, store, experiment, embedder, embedder_name, model, emit)
    return job.run()


class _Import:
    """One import under way."""

    def __init__(
        self,
        path: Path,
        store: Store,
        experiment: str,
        embedder: Embedder | None,
        embedder_name: str,
        model: str,
        emit: Emit,
    ) -> None:
        self.findings = Findings()
        self.official = OfficialRun(path, self.findings)
        self.store, self.experiment, self.emit = store, experiment, emit
        self.embedder, self.embedder_name = embedder, embedder_name
        self.made_by = f"{FORMAT} (imported)" + (f", {model}" if model else "")
        self.rows: list[EvalRow] = []
        self.counts = dict.fromkeys(("topics", "episodes", "facts", "questions"), 0)
        self.configs: list[dict[str, Any]] = []

    def run(self) -> Imported:
        numbers = self.official.numbers()
        folder = sidecar_folder(self.store, self.experiment)
        episodes = {number: self._episodes(number) for number in numbers}
        loaded, source = self._conversations(episodes, folder)
        self.emit(StageStarted("import", len(loaded.conversations)))
        tokens = {}
        for place, conversation in enumerate(loaded.conversations, 1):
            number = int(conversation.id.removeprefix("official-"))
            tokens[str(number)] = read_tokens(self.official, number, self.findings)
            self._conversation(conversation, number, episodes[number], tokens[str(number)])
            self.emit(StageAdvanced("import", place, conversation.id))
        run = RUN if self.rows else ""
        if self.rows:
            summary = self.official.token_summary()
            save_run(self.store, self.experiment, self.rows, self.configs, summary, self.made_by)
        found = (*self.findings.done(), *loaded.report.findings)
        report = ImportReport(self.official.folder.name, FORMAT, found)
        sidecar = Sidecar(self.official.folder.name, report, tokens, self.official.token_summary())
        write_atomic(folder / "import.json", codec.dumps(sidecar, indent=1) + "\n")
        return Imported(
            self.experiment, loaded.conversations, source, run, report, dict(self.counts)
        )

    def _episodes(self, number: int) -> list[dict[str, Any]]:
        """Return the episodes of the episodes' file, or those of the hypergraph."""
        found = objects(self.official.json("episodes", number))
        if found:
            return found
        graph = table(self.official.json("hypergraphs", number))
        return [item for item in table(graph.get("episodes")).values() if isinstance(item, dict)]

    def _conversations(
        self, episodes: dict[int, list[dict[str, Any]]], folder: Path
    ) -> tuple[Loaded, Path]:
        samples = [
            sample(number, found, self.official.results("search_results", number), self.findings)
            for number, found in episodes.items()
        ]
        written = json.dumps([one for one in samples if len(one["conversation"]) > 2], indent=1)
        if written == "[]":
            raise DataError(
                f"{self.official.folder}: no episode in it has a message.",
                "Choose a folder in which stage 1 has finished.",
            )
        loaded = load_text(written, "conversations.json")
        write_atomic(folder / "conversations.json", written + "\n")
        return loaded, folder / "conversations.json"

    def _conversation(
        self,
        conversation: Conversation,
        number: int,
        episodes: list[dict[str, Any]],
        tokens: dict[str, Any],
    ) -> None:
        data = self._hypergraph(conversation.id, number, episodes)
        facts = [item for item in table(data.get("facts")).values() if isinstance(item, dict)]
        report_faults(conversation.id, episodes, facts, self.findings)
        graph = GraphReader(data, conversation, self.findings).read()
        vectors = self._vectors(conversation.id, number, graph)
        values = {IMPORTED: json.dumps(FORMAT), "conversation": content_hash(conversation)}
        if self.embedder:
            values["models.embedder"] = json.dumps(self.embedder_name or self.embedder.name)
        memory = Memory(METHOD, conversation.id, graph, vectors, values)
        timing = Timing(datetime.now().isoformat(timespec="seconds"))
        self.store.save_memory(self.experiment, memory, timing, conversation, self.made_by)
        save_events(self.store, self.experiment, memory, tokens)
        self._rows(conversation, memory, number)
        for kind in ("topics", "episodes", "facts"):
            self.counts[kind] += len(graph.ids(kind.removesuffix("s")))

    def _hypergraph(self, name: str, number: int, episodes: list[dict[str, Any]]) -> dict[str, Any]:
        whole = table(self.official.json("hypergraphs", number))
        topics = table(self.official.json("topics", number))
        facts = table(self.official.json("facts", number))
        parts = assembled(episodes, topics, facts)
        for edge in merged_edges(facts):
            self.findings.add("fact_hyperedges_merged", f"{name}: {edge}")
        for topic in topics_without_facts(topics, facts):
            self.findings.add("topics_without_facts", f"{name}: {topic}")
        if whole and topics and facts:
            for what in differences(whole, parts):
                self.findings.add("files_that_differ_from_the_hypergraph", f"{name}: {what}")
        if not whole:
            self.findings.add("hypergraphs_put_together_from_their_parts", name, "repaired")
        return whole or parts

    def _vectors(self, name: str, number: int, graph: Hypergraph) -> Vectors:
        stored = stored_vectors(self.official.pickle(number), name, self.findings)
        enhanced = self.official.pickle(number, enhanced=True)
        found = raw_vectors(graph, stored, enhanced, name, self.findings)
        kind = "bm25_indexes_rebuilt"
        if not self.official.path("bm25_index", number).exists():
            kind = "missing_bm25_indexes"  # then the official retrieval was without words
        self.findings.add(kind, name)
        if self.embedder:
            self.findings.add("vectors_made_anew", f"{name}: {self.embedder.name}")
            return embedded(graph, tuple(graph.nodes), self.embedder, self.emit)
        if found is None:
            ids = tuple(graph.nodes)
            return Vectors(ids, np.zeros((len(ids), 1), np.float32))
        return found[0]

    def _rows(self, conversation: Conversation, memory: Memory, number: int) -> None:
        searched = self.official.results("search_results", number)
        if not searched:
            self.findings.add("conversations_without_search_results", conversation.id)
        self._logs(conversation.id, number, searched)
        self.configs += [
            table(table(row.get("retrieval_log")).get("config")) for row in searched[:1]
        ]
        found = read_rows(
            conversation,
            memory,
            searched,
            self.official.results("responses", number),
            self.official.results("judged", number),
            self.findings,
        )
        self.rows += found
        self.counts["questions"] += len(found)

    def _logs(self, name: str, number: int, searched: list[dict[str, Any]]) -> None:
        logs = self.official.results("retrieval_logs", number)
        for row, log in zip(searched, logs, strict=False):
            if row.get("retrieval_log") != log.get("retrieval_log"):
                self.findings.add("retrieval_logs_that_differ", f"{name}: {row.get('query')}")
        if logs and len(logs) != len(rows(searched)):
            self.findings.add("retrieval_logs_that_differ", f"{name}: their number")
