"""Count the calls and prompt tokens of building LoCoMo's conv-26 in each mode; asks no model.

Modes given on the command line are counted alone: `python -m tests.benchmarks.calls released`.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from hypermem_core import connect, load
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.offline import OfflineRules, topic_update
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for
from hypermem_core.replies import (
    TopicCandidate,
    TopicContinueReply,
    TopicUpdate,
    WindowFactsReply,
)
from hypermem_core.retrieval.text import count_tokens
from hypermem_core.settings import PRESETS, Settings, with_value
from hypermem_core.types import Conversation, Topic

T = TypeVar("T")
LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"
RULES_ONLY = {"about", "background"}  # blanks that no prompt shows
MODES: dict[str, dict[str, Any]] = {
    "windowed": {},
    "windowed, one by one": {"build.grouped": False},
    "streaming": {"build.boundaries": "streaming"},
    "paper": {"build.boundaries": "streaming", "build.grouped": False},
    "released": {name: value for name, value in PRESETS["released"].items() if "build." in name},
}
OFFICIAL_CALLS, OFFICIAL_TOKENS = 674, 970_000  # the official code on the same conversation


@dataclass
class Counting:
    """Offline rules in the place of a chat model, counting what it would have been asked.

    They see what a chat model sees, and give with a grouped reply what a chat model gives with it.
    """

    name: str = "offline rules"
    calls: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        self.calls[prompt] += 1
        self.tokens[prompt] += count_tokens(render(prompt, **blanks_for(prompt, blanks)))
        seen = {name: value for name, value in blanks.items() if name not in RULES_ONLY}
        found: Any = OfflineRules().reply(prompt, shape, seen, attempt)
        if isinstance(found, WindowFactsReply):
            return cast(T, WindowFactsReply([replace(fact, role="detail") for fact in found.facts]))
        if prompt == "hypermem/topic_continue":
            shown = {item.local_id: item for item in blanks["candidates"]}
            topics = [(name, shown[name]) for name in found.matches]
            grown = [(n, topic_update.reply(_topic(c), blanks["episode"])) for n, c in topics]
            updates = [TopicUpdate(n, r.title, r.summary, r.keywords) for n, r in grown]
            return cast(T, TopicContinueReply(found.matches, found.reason, updates))
        return cast(T, found)


def _topic(candidate: TopicCandidate) -> Topic:
    return Topic(candidate.local_id, candidate.title, candidate.summary, candidate.keywords)


def counted(conversation: Conversation, changes: Mapping[str, Any]) -> Counting:
    settings = Settings()
    for path, value in changes.items():
        settings = with_value(settings, path, value)
    models, counting = connect(settings), Counting()
    models = Models(counting, models.embedder, models.reranker)
    create("hypermem", settings, models).build(conversation)
    return counting


def main() -> None:
    if not LOCOMO.exists():
        print("Put locomo10.json into ../shared/data to count calls.")
        return
    conversation = next(c for c in load(str(LOCOMO)).conversations if c.id == "conv-26")
    for mode in sys.argv[1:] or MODES:
        changes = MODES[mode]
        found = counted(conversation, changes)
        calls, tokens = found.calls.total(), found.tokens.total()
        print(f"\n| {mode} | calls | prompt tokens |\n|---|---|---|")
        for prompt in found.calls:
            print(f"| {prompt} | {found.calls[prompt]} | {found.tokens[prompt]:,} |")
        print(
            f"| total | {calls} ({calls / OFFICIAL_CALLS:.0%} of the official code's "
            f"{OFFICIAL_CALLS}) | {tokens:,} ({tokens / OFFICIAL_TOKENS:.0%} of its "
            f"{OFFICIAL_TOKENS:,}) |"
        )


if __name__ == "__main__":
    main()
