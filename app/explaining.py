"""One question with all that explains its retrieval, from Ask or rerun from a saved run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from app.figures.labels import node_title, shorten
from hypermem_core import codec
from hypermem_core.diagnosis.whynot import WhyNot, where, why_not
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.remembered import remembering
from hypermem_core.settings import Settings, iter_knobs, with_value
from hypermem_core.types import Conversation, RetrievalTrace, StageRanking


@dataclass(frozen=True)
class Asked:
    """A question's untrimmed trace beside the memory, settings and models that made it."""

    memory: Memory
    conversation: Conversation
    settings: Settings
    models: Models
    trace: RetrievalTrace
    gold: tuple[str, ...] = ()  # turn ids

    def standing(self, target: str) -> WhyNot:
        """Return where a target stood; nothing is rerun."""
        return where(self.memory, target, self.trace, self.settings)

    def cured(self, target: str) -> WhyNot:
        """Return the same with the smallest cure, each candidate tried by a rerun."""
        models = remembering(self.models)

        def retrieve(settings: Settings) -> RetrievalTrace:
            if settings == self.settings:
                return self.trace
            return create(self.memory.method, settings, models).retrieve(
                self.memory, self.trace.query
            )

        return why_not(self.memory, target, self.settings, retrieve)

    @property
    def costly(self) -> bool:
        """Whether a rerun asks a chat model or a reranker, so that it waits for a button."""
        asks = self.memory.method in ("hingemem", "hgmem")
        offline = self.settings.models.llm == "offline"
        reranks = any(one.ranker == "rerank" for s in self.trace.stages for one in s.rankings)
        return reranks or (asks and not offline)

    def kind(self, stage: StageRanking) -> str:
        """Return the kind of node a stage ranks."""
        return self.memory.graph.nodes[stage.candidates[0]].kind if stage.candidates else ""

    @cached_property
    def labels(self) -> dict[str, str]:
        """Everything that can be asked for: id → a line that names it; gold turns first."""
        turns = {turn.id: turn for turn in self.conversation.turns}
        gold = {name: f"★ {name} · {turns[name].content}" for name in self.gold if name in turns}
        found = {**gold, **dict(self._nodes())}
        for turn in self.conversation.turns:
            found.setdefault(turn.id, f"turn {turn.id} · {turn.speaker}: {turn.content}")
        return {name: shorten(label, 110) for name, label in found.items()}

    def _nodes(self) -> Iterator[tuple[str, str]]:
        for node in self.memory.graph.nodes.values():
            if node.kind != "chunk":  # it is the turn, which is listed with its words
                yield node.id, f"{node.kind} {node.id} · {node_title(node)}"

    @property
    def first(self) -> str:
        """What is asked for at first: the first gold turn that was lost, or the best kept node."""
        lost = [name for name in self.gold if name in self.labels and self.standing(name).cut_at]
        known = [name for name in self.gold if name in self.labels]
        kept = [item for stage in self.trace.stages[-1:] for item in stage.kept[:1]]
        return next((name for name in (*lost, *known, *kept) if name in self.labels), "")


def run_settings(values: Mapping[str, Any]) -> Settings:
    """Return the settings a run was made with; knobs it did not know have their defaults.

    Raises:
        SettingsError: a value is impossible.
    """
    settings = Settings()
    for path, *_ in iter_knobs(settings):
        if path in values:
            settings = with_value(settings, path, values[path])
    return settings


def settings_of(folder: Path) -> Settings:
    """Return the settings of a run's folder; DataError where its file is damaged."""
    path = folder / "settings.json"
    about = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), str(path))
    return run_settings(about["settings"])


def ask_again(
    memory: Memory,
    conversation: Conversation,
    settings: Settings,
    models: Models,
    question: str,
    gold: tuple[str, ...] = (),
) -> Asked:
    """Return a question put to a memory once more; its query's vector is remembered."""
    models = remembering(models)
    trace = create(memory.method, settings, models).retrieve(memory, question)
    return Asked(memory, conversation, settings, models, trace, gold)
