"""A model whose replies a test writes down, and an embedder whose vectors it chooses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from hypermem_core.errors import ReplyError
from hypermem_core.events import Event
from hypermem_core.memory import Matrix
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.models import Models
from hypermem_core.replies import (
    BoundaryReply,
    EpisodesReply,
    FactItem,
    FactsReply,
    RoleItem,
    RolesReply,
    SummariesReply,
    SummaryReply,
    TopicContinueReply,
    TopicMatchReply,
    TopicReply,
    WindowFactsReply,
)
from hypermem_core.settings import BuildSettings
from hypermem_core.types import Conversation, Episode

DEFAULTS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "hypermem/episodes": lambda b: EpisodesReply([]),
    "hypermem/boundary": lambda b: BoundaryReply(False, ""),
    "hypermem/episode_summary": lambda b: SummaryReply(b["turns"][0].id, "s", "t", ["k"]),
    "hypermem/topic_match": lambda b: TopicMatchReply([]),
    "hypermem/topic_continue": lambda b: TopicContinueReply([]),
    "hypermem/episode_summaries": lambda b: SummariesReply([]),
    "hypermem/window_facts": lambda b: WindowFactsReply([]),
    "hypermem/topic_new": lambda b: TopicReply(
        "+".join(e.title for e in b["episodes"]), "new", ["first"]
    ),
    "hypermem/topic_update": lambda b: TopicReply(b["topic"].title, "grown", ["more"]),
    "hypermem/episode_roles": lambda b: RolesReply(
        [RoleItem(key, "climax", 0.8) for key in b["members"]]
    ),
    "hypermem/facts": lambda b: FactsReply(
        [FactItem(f"fact of {t.id}", [t.id], ["q?"], ["k"]) for t in b["turns"]]
    ),
    "hypermem/fact_roles": lambda b: RolesReply(
        [RoleItem(key, "core", 0.9) for key in b["members"]]
    ),
}


@dataclass
class Script:
    """Replies by prompt name; a reply may be a function of the blanks, or an error to raise."""

    replies: dict[str, Any] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    name: str = "script"

    def reply(self, prompt: str, shape: type, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        self.asked.append((prompt, blanks))
        found = self.replies.get(prompt, DEFAULTS[prompt])
        if isinstance(found, ReplyError):
            raise found
        return found(blanks) if callable(found) else found

    def count(self, prompt: str) -> int:
        return sum(name == prompt for name, _ in self.asked)


@dataclass
class Directions:
    """Vectors by the title a text starts with; anything else points nowhere near them."""

    vectors: dict[str, tuple[float, ...]]
    name: str = "directions"

    def documents(self, texts: Sequence[str]) -> Matrix:
        rows = [self.vectors.get(text.split(". ")[0], (0.0, 0.0, 1.0)) for text in texts]
        return np.asarray(rows, np.float32).reshape(len(rows), 3)

    def query(self, text: str) -> Matrix:
        return self.documents([text])[0]


@dataclass
class Run:
    """One build under test: its model, its events and its graph."""

    building: Building
    llm: Script
    events: list[Event]

    def warnings(self) -> list[str]:
        return [event.message for event in self.events if event.kind == "warned"]

    def notes(self) -> list[str]:
        return [event.note for event in self.events if event.kind == "stage_advanced"]

    def add_episodes(self, *groups: Sequence[str]) -> None:
        """Put episodes named E1, E2, … of these turns into the graph."""
        for number, turn_ids in enumerate(groups, 1):
            self.building.graph.add_node(
                Episode(f"episode-{number:03d}", f"E{number}", "s", "t", tuple(turn_ids))
            )


@pytest.fixture
def run(tiny: Conversation) -> Callable[..., Run]:
    def start(
        replies: dict[str, Any] | None = None,
        vectors: dict[str, tuple[float, ...]] | None = None,
        conversation: Conversation = tiny,
        **knobs: Any,
    ) -> Run:
        llm, events = Script(replies or {}), []
        models = Models(llm, Directions(vectors or {}), None)
        settings = replace(BuildSettings(), **{"grouped": False, **knobs})
        return Run(Building(conversation, models, events.append, settings), llm, events)

    return start


@pytest.fixture
def unusable() -> ReplyError:
    return ReplyError("not in shape")
