"""An imported run in our store: its events, its evaluation and the side-car about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.errors import SettingsError
from hypermem_core.evaluation.report import markdown, summarise
from hypermem_core.events import (
    EdgeAdded,
    Event,
    ModelCalled,
    NodeAdded,
    StageFinished,
    StageStarted,
)
from hypermem_core.memory import Memory
from hypermem_core.official.answers import JUDGE
from hypermem_core.official.fields import table, text
from hypermem_core.official.tokens import usage
from hypermem_core.settings import Settings, iter_knobs, preset, with_value
from hypermem_core.store import Store, checked_name, write_atomic
from hypermem_core.types import EvalRow, ImportReport

RUN = "official"
LAYERS = (("episodes", "episode", ""), ("topics", "topic", "episode"), ("facts", "fact", "fact"))


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What our store has no place for: where a run came from, its findings and token counts."""

    folder: str
    report: ImportReport
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    token_summary: dict[str, Any] = field(default_factory=dict)
    version: int = 1


def sidecar_folder(store: Store, experiment: str) -> Path:
    """Return where an experiment keeps what it knows about the official run it came from."""
    return store.root / checked_name(experiment) / "official"


def read_sidecar(store: Store, experiment: str) -> Sidecar | None:
    """Return what was kept about an import; None if the experiment was not imported."""
    path = sidecar_folder(store, experiment) / "import.json"
    if not path.exists():
        return None
    found: Sidecar = codec.loads(Sidecar, path.read_text(encoding="utf-8"), str(path))
    return found


def save_events(store: Store, experiment: str, memory: Memory, tokens: dict[str, Any]) -> None:
    """Write what a build would have told, so that the Build page can replay the graph's growth."""
    folder = store.memory_folder(experiment, memory.method, memory.conversation_id)
    lines = [codec.dumps(event) + "\n" for event in _events(memory, tokens)]
    write_atomic(folder / "events.jsonl", "".join(lines))


def _events(memory: Memory, tokens: dict[str, Any]) -> Iterator[Event]:
    graph = memory.graph
    for stage, kind, edges in LAYERS:
        yield StageStarted(stage, len(graph.ids(kind)))
        for node in graph.of_kind(kind):
            yield NodeAdded(node)
        for edge in graph.edges.values():
            if edge.kind == edges:
                yield EdgeAdded(edge)
        step = f"{kind}_extraction"
        used = usage(tokens, step)
        if used.calls:
            what = f"official {step} ({used.calls} calls)"
            yield ModelCalled(what, used.prompt_tokens, used.completion_tokens)
        yield StageFinished(stage, 0.0)


LIMITS = {
    "retrieval.topic_k": "topic_top_k",
    "retrieval.episode_k": "episode_top_k",
    "retrieval.fact_k": "fact_top_k",
    "retrieval.pool": "initial_candidates",
}
CONTEXT = ("topic", "episode", "fact")


def settings_of(configs: Sequence[dict[str, Any]]) -> Settings:
    """Return the `released` preset with what the log's configuration names; nonsense is left."""
    settings = preset("released")
    for config in configs[:1]:
        values: dict[str, Any] = {path: config.get(key) for path, key in LIMITS.items()}
        bits = text(config.get("output_type"))
        if len(bits) == len(CONTEXT):
            shown = zip(CONTEXT, bits, strict=True)
            values |= {f"retrieval.{kind}_context": bit == "1" for kind, bit in shown}
        reranked = config.get("use_reranker") is True
        values |= {f"retrieval.rerank_{kind}s": reranked for kind in CONTEXT}
        for path, value in values.items():
            with suppress(SettingsError):
                settings = with_value(settings, path, value)
    return settings


def save_run(
    store: Store,
    experiment: str,
    rows: Sequence[EvalRow],
    configs: Sequence[dict[str, Any]],
    tokens: dict[str, Any],
    made_by: str,
) -> None:
    """Write the rows as an evaluation run of ours, with its report."""
    folder = store.run_folder(experiment, RUN)
    settings = {path: value for path, _, value, _ in iter_knobs(settings_of(configs))}
    about = {
        "method": "hypermem",
        "answers": any(row.answer for row in rows),
        "llm": made_by,
        "judge_name": JUDGE,
        "settings": settings,
    }
    write_atomic(folder / "settings.json", json.dumps(about, ensure_ascii=False, indent=1) + "\n")
    write_atomic(folder / "rows.jsonl", "".join(codec.dumps(row) + "\n" for row in rows))
    names = {name: about[name] for name in ("method", "llm", "judge_name")}
    summary = {"run": RUN, **names, **summarise(rows), "official_tokens": table(tokens)}
    write_atomic(folder / "report.json", json.dumps(summary, ensure_ascii=False, indent=1) + "\n")
    write_atomic(folder / "report.md", markdown(summary))
