"""Count the calls and prompt tokens of building LoCoMo's conv-26 in each mode; asks no model."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hypermem_core import connect, load
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.offline import OfflineRules
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for
from hypermem_core.retrieval.text import count_tokens
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation

T = TypeVar("T")
LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"
OFFICIAL_CALLS, OFFICIAL_TOKENS = 674, 970_000  # the official code on the same conversation


@dataclass
class Counting:
    """Offline rules that count what a chat model would have been asked."""

    name: str = "offline rules"
    calls: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        self.calls[prompt] += 1
        self.tokens[prompt] += count_tokens(render(prompt, **blanks_for(prompt, blanks)))
        return OfflineRules().reply(prompt, shape, blanks, attempt)


def counted(conversation: Conversation, mode: str) -> Counting:
    settings = with_value(Settings(), "build.boundaries", mode)
    models, counting = connect(settings), Counting()
    models = Models(counting, models.embedder, models.reranker)
    create("hypermem", settings, models).build(conversation)
    return counting


def main() -> None:
    if not LOCOMO.exists():
        sys.exit("Put locomo10.json into ../shared/data to count.")
    conversation = next(c for c in load(str(LOCOMO)).conversations if c.id == "conv-26")
    for mode in ("windowed", "streaming"):
        found = counted(conversation, mode)
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
