"""Asking: a model's typed replies within a question, counted, with a way on when none fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.models import LLM
from hypermem_core.models.ask import ask
from hypermem_core.types import Usage

T = TypeVar("T")


@dataclass(slots=True)
class Asker:
    """Asks for one question; `taken` gives what was spent since it was last called."""

    llm: LLM
    budget: int = 0  # calls at most, 0: no limit
    calls: int = 0
    spent: bool = False  # a call was refused because the budget is used up
    _told: int = 0
    _before: Usage = Usage()
    _note: str = ""

    def __post_init__(self) -> None:
        self._before = self._usage()

    def ask(self, prompt: str, shape: type[T], otherwise: T, **blanks: Any) -> T:
        """Return the reply, or `otherwise` where the model never fits the shape.

        Raises:
            ModelError: the model cannot be reached.
        """
        if self.budget and self.calls >= self.budget:
            self.spent = True
            self._note = "no call is left"
            return otherwise
        self.calls += 1
        try:
            return ask(self.llm, prompt, shape, **blanks)
        except ReplyError as error:
            self._note = error.message
            return otherwise

    def taken(self) -> tuple[int, int, int, str]:
        """Return (calls, prompt tokens, completion tokens, note) since the last time."""
        usage = self._usage()
        found = (
            self.calls - self._told,
            usage.prompt_tokens - self._before.prompt_tokens,
            usage.completion_tokens - self._before.completion_tokens,
            self._note,
        )
        self._told, self._before, self._note = self.calls, usage, ""
        return found

    def _usage(self) -> Usage:
        """Return what the model has used so far; rules count nothing and cost nothing."""
        usage = getattr(self.llm, "usage", None)
        return usage if isinstance(usage, Usage) else Usage()
