"""`export_run`: our memories and a run → a results folder that the official stages 3 to 6 read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.conversations.findings import Findings
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.evaluation.run import load_rows
from hypermem_core.memory import Memory
from hypermem_core.official.graph_files import GraphFiles
from hypermem_core.official.importing import IMPORTED, METHOD
from hypermem_core.official.layout import ENHANCED, NUMBERED, USER
from hypermem_core.official.messages import Messages, episodes_of
from hypermem_core.official.result_files import ResultFiles
from hypermem_core.official.saving import RUN, Sidecar, read_sidecar
from hypermem_core.official.tokens import conversation_tokens, summed
from hypermem_core.official.vector_files import vector_files
from hypermem_core.official.vectors import Propagation
from hypermem_core.store import Store, checked_name, write_atomic
from hypermem_core.types import Conversation, EvalRow, ImportReport

# Positions in locomo10.json: the official code knows a conversation by its position only.
LOCOMO = tuple(f"conv-{number}" for number in (26, 30, 41, 42, 43, 44, 47, 48, 49, 50))
EXPECTED = 10  # conversations that the official stages 5 and 6 count on


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote, and what it could not say in the official shapes."""

    folder: Path
    files: int
    conversations: dict[str, int]  # our id → the official number
    run: str
    report: ImportReport


def export_run(store: Store, experiment: str, out: Path, run: str | None = None) -> Exported:
    """Write an experiment's hypermem memories, and a run's answers, in the official layout.

    Without `run` the run that was imported with the memories is written, if there is one. BM25
    indexes are left to the official stage 3, and so are vectors that the official embedder has
    not made.

    Raises:
        NotBuilt: the experiment has no hypermem memory.
        DataError: the folder is not empty, or the run is unknown.
    """
    return _Export(store, experiment, out, run).write()


class _Export:
    """One export under way."""

    def __init__(self, store: Store, experiment: str, out: Path, run: str | None) -> None:
        self.store, self.experiment, self.out = store, checked_name(experiment), out
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise DataError(f"{out}: this folder is not empty.", "Choose a new or an empty folder.")
        self.findings = Findings()
        self.files = 0
        self.run = self._run(run)
        self.sidecar = read_sidecar(store, experiment) or Sidecar("", ImportReport("", ""))

    def _run(self, run: str | None) -> str:
        runs = self.store.list_runs(self.experiment)
        if run is None:
            return RUN if RUN in runs else ""
        if run not in runs:
            known = f"It has {', '.join(runs)}." if runs else "It has none."
            raise DataError(f"{self.experiment} has no evaluation run {run!r}.", known)
        return run

    def write(self) -> Exported:
        ids = [
            one.conversation_id
            for one in self.store.list_memories(self.experiment)
            if one.method == METHOD
        ]
        if not ids:
            raise NotBuilt(f"{self.experiment} has no hypermem memory.", "Build or import one.")
        numbers = self._numbers(ids)
        rows, settings = self._rows()
        whole: dict[str, dict[str, Any]] = {name: {} for name in _WHOLE}
        episodes: dict[int, list[dict[str, Any]]] = {}
        tokens: dict[str, dict[str, Any]] = {}
        for name, number in sorted(numbers.items(), key=lambda pair: pair[1]):
            memory = self.store.load_memory(self.experiment, METHOD, name)
            conversation = self.store.load_conversation(self.experiment, METHOD, name)
            messages = Messages(number, conversation, self.findings)
            episodes[number] = self._memory(number, memory, messages)
            tokens[str(number)] = self._tokens(number, memory)
            part = ResultFiles(conversation, memory.graph, messages, settings, self.findings)
            mine = self._mine(rows, conversation)
            for kind, found in _results(part, mine).items():
                whole[kind][USER.format(number)] = found
        self._write_whole(whole, episodes, tokens)
        report = ImportReport(self.experiment, "official HyperMem layout", self.findings.done())
        return Exported(self.out, self.files, numbers, self.run, report)

    def _numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return each conversation's official number: as imported, as in LoCoMo, or by name."""
        known = {f"official-{n}": n for n in range(1_000)}
        known = {one: known[one] for one in ids if one in known}
        known = known or {one: n for n, one in enumerate(LOCOMO) if one in ids}
        taken = set(known.values())
        free = (n for n in range(len(ids) + len(taken)) if n not in taken)
        for one in sorted((one for one in ids if one not in known), key=_natural):
            known[one] = next(free)
            self.findings.add("conversation_numbers_by_name", f"{one} → {known[one]}", "guessed")
        if len(known) != EXPECTED:
            what = f"{len(known)} conversations; official stages 5 and 6 expect {EXPECTED}"
            self.findings.add("conversations_missing_for_stages_5_and_6", what)
        return known

    def _rows(self) -> tuple[list[EvalRow], dict[str, Any]]:
        if not self.run:
            return [], {}
        folder = self.store.run_folder(self.experiment, self.run)
        path = folder / "settings.json"
        about = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), str(path))
        if about.get("method") != METHOD:
            raise DataError(
                f"Run {self.run} is one of {about.get('method')}, not of {METHOD}.",
                "Choose a run of hypermem.",
            )
        return list(load_rows(folder).values()), about.get("settings", {})

    def _mine(self, rows: Sequence[EvalRow], conversation: Conversation) -> list[EvalRow]:
        found = [row for row in rows if row.conversation_id == conversation.id]
        official = [row for row in found if row.question.category != "adversarial"]
        if len(official) < len(found):
            what = f"{conversation.id}: {len(found) - len(official)} questions"
            self.findings.add("adversarial_questions", what, "dropped")
        return official

    def _memory(self, number: int, memory: Memory, messages: Messages) -> list[dict[str, Any]]:
        created = self._created(memory)
        files = GraphFiles(memory.graph, messages, created, self.findings)
        written = files.hypergraph()
        episodes = [messages.episode(one) for one in episodes_of(memory.graph)]
        self._json(f"episodes/{NUMBERED['episodes'].format(number)}", episodes)
        self._json(f"topics/{NUMBERED['topics'].format(number)}", files.topics())
        self._json(f"facts/{NUMBERED['facts'].format(number)}", files.facts())
        self._json(f"hypergraphs/{NUMBERED['hypergraphs'].format(number)}", written)
        self._told(memory)
        if IMPORTED in memory.built_with and "models.embedder" not in memory.built_with:
            index, enhanced = vector_files(memory, written, Propagation())
            self._put(f"vectors/{NUMBERED['vectors'].format(number)}", index)
            self._put(f"vectors/{ENHANCED.format(number)}", enhanced)
        else:
            self.findings.add("vectors_left_to_stage_3", memory.conversation_id)
        return episodes

    def _told(self, memory: Memory) -> None:
        """Say what of a memory the official shapes have no place for."""
        name = memory.conversation_id
        if IMPORTED not in memory.built_with:
            self.findings.add("facts_that_lose_their_turns", name)
        self.findings.add("bm25_indexes_left_to_stage_3", name)

    def _created(self, memory: Memory) -> str:
        folder = self.store.memory_folder(self.experiment, METHOD, memory.conversation_id)
        path = folder / "timing.json"
        if not path.exists():
            return "1970-01-01T00:00:00"
        about = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), str(path))
        return str(about.get("created") or "1970-01-01T00:00:00")

    def _tokens(self, number: int, memory: Memory) -> dict[str, Any]:
        kept = self.sidecar.tokens.get(str(number))
        events = self.store.load_events(self.experiment, METHOD, memory.conversation_id)
        counts = kept or conversation_tokens(number, events)
        self._json(f"token_stats/{NUMBERED['token_stats'].format(number)}", counts)
        return counts

    def _write_whole(
        self,
        whole: dict[str, dict[str, Any]],
        episodes: dict[int, list[dict[str, Any]]],
        tokens: dict[str, dict[str, Any]],
    ) -> None:
        everything = [episode for found in episodes.values() for episode in found]
        self._json("episodes/episode_list_all.json", everything)
        counts = {str(number): len(found) for number, found in episodes.items()}
        self._json("episodes/processing_summary.json", _processing(counts))
        summary = self.sidecar.token_summary or summed(self.experiment, tokens)
        self._json("token_stats/summary.json", summary)
        if self.run:
            for name, found in whole.items():
                self._json(f"{name}.json", found)
        else:
            self.findings.add("no_search_results", "stage 4 of the official code makes them")

    def _json(self, name: str, value: Any) -> None:
        self._put(name, json.dumps(value, ensure_ascii=False, indent=2).encode())

    def _put(self, name: str, data: bytes) -> None:
        write_atomic(self.out / name, data)
        self.files += 1


_WHOLE = ("search_results", "retrieval_logs", "responses", "judged")


def _results(part: ResultFiles, rows: Sequence[EvalRow]) -> dict[str, list[dict[str, Any]]]:
    searched = part.searched(rows)
    logs = [{key: row[key] for key in ("query", "retrieval_log")} for row in searched]
    found = (searched, logs, part.responses(rows), part.judged(rows))
    return dict(zip(_WHOLE, found, strict=True))


def _processing(counts: dict[str, int]) -> dict[str, Any]:
    return {
        "total_conversations": len(counts),
        "successful_conversations": len(counts),
        "total_episodes": sum(counts.values()),
        "processing_time_seconds": 0.0,
        "average_time_per_conversation": 0.0,
        "conversation_results": counts,
    }


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key that puts conv-9 before conv-10."""
    parts = re.findall(r"\d+|\D+", name)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
