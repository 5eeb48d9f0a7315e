"""Asking: a model's typed replies within a question, counted, with a way on when none fits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.models import LLM
from hypermem_core.models.ask import ask
from hypermem_core.models.ledger import Call, ledger, usage_of

T = TypeVar("T")


@dataclass(slots=True)
class Asker:
    """Asks for one question; `taken` gives what was spent since it was last called."""

    llm: LLM
    budget: int = 0  # calls at most, 0: no limit
    calls: int = 0
    spent: bool = False  # a call was refused because the budget is used up
    _told: int = 0
    _paid: list[Call] = field(default_factory=list)
    _note: str = ""

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
        with ledger() as calls:
            try:
                return ask(self.llm, prompt, shape, **blanks)
            except ReplyError as error:
                self._note = error.message
                return otherwise
            finally:
                self._paid += calls

    def taken(self) -> tuple[int, int, int, str]:
        """Return (calls, prompt tokens, completion tokens, note) since the last time."""
        usage = usage_of(self._paid)
        calls = self.calls - self._told
        found = (calls, usage.prompt_tokens, usage.completion_tokens, self._note)
        self._told, self._paid, self._note = self.calls, [], ""
        return found
