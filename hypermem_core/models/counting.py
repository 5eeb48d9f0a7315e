"""A dry run: the offline rules answer, and every prompt a chat model would get is counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypermem_core import codec
from hypermem_core.models.chat import ChatModel, count
from hypermem_core.models.ledger import Call, record
from hypermem_core.models.offline import OfflineRules
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for

T = TypeVar("T")
LONGER = {"hypermem/episode_summary": 1.5}  # models tell more than the rules do


@dataclass(frozen=True, slots=True)
class CountingRules:
    """Rules that write into the ledger what a model's call would take; they call nobody."""

    model: ChatModel
    rules: OfflineRules = field(default_factory=OfflineRules)

    @property
    def name(self) -> str:
        """The model whose calls are counted."""
        return self.model.name

    @property
    def workers(self) -> int:
        """As many as the model takes, so that runs take the same path."""
        return 2

    def reply(self, prompt: str, shape: type[T], blanks: Mapping[str, Any], attempt: int = 0) -> T:
        """Return the rules' reply, and record the call the model would have been asked."""
        found = self.rules.reply(prompt, shape, blanks, attempt)
        words = render(prompt, **blanks_for(prompt, blanks))
        key = self.model.key(words, shape, attempt)
        said = int(count(codec.dumps(found)) * LONGER.get(prompt, 1.0))
        asked = count(words)
        kept = self.model.replies.get(key)
        record(
            Call(
                prompt,
                self.model.name,
                key,
                asked,
                said,
                cached=kept is not None and not kept.problem,
                cost=self.model.prices.cost(self.model.name, asked, said),
            )
        )
        return found

    def forget(self, keys: Iterable[str]) -> None:
        """Forget nothing: a dry run keeps nothing."""
