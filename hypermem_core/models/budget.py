"""A budget of tokens or money for one run: when it would be overdrawn, the run pauses whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock

from hypermem_core.errors import Paused


@dataclass(slots=True)
class Budget:
    """What a run may spend (0: without limit) and what it has spent, across threads."""

    tokens: int = 0
    money: float = 0.0
    used_tokens: int = 0
    used_money: float = 0.0
    lock: Lock = field(default_factory=Lock, repr=False)

    def take(self, tokens: int, money: float | None) -> None:
        """Set aside what a call will about cost.

        Raises:
            Paused: it is more than is left, or money is limited and the price unknown.
        """
        if self.money and money is None:
            raise Paused(
                "The run stops: its budget is in dollars, and the model's price is unknown.",
                "Add the price to prices.json in the results folder, or set models.budget_tokens.",
            )
        with self.lock:
            if self.tokens and self.used_tokens + tokens > self.tokens:
                raise _spent(f"{self.used_tokens:,} of {self.tokens:,} tokens", "tokens")
            if self.money and self.used_money + (money or 0) > self.money:
                raise _spent(f"${self.used_money:.2f} of ${self.money:.2f}", "money")
            self._add(tokens, money or 0.0)

    def settle(self, tokens: int, money: float) -> None:
        """Correct what was set aside by this much."""
        with self.lock:
            self._add(tokens, money)

    def _add(self, tokens: int, money: float) -> None:
        self.used_tokens += tokens
        self.used_money += money


def _spent(what: str, knob: str) -> Paused:
    return Paused(
        f"The run stops: its budget is spent ({what}).",
        f"Raise models.budget_{knob} or just start again: what is done is kept.",
    )


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budgeted(tokens: int, money: float) -> Iterator[Budget]:
    """Let what runs inside spend so much; inside another budget, that one goes on to count."""
    outer = _CURRENT.get()
    if outer is not None:
        yield outer
        return
    budget = Budget(tokens, money)
    token = _CURRENT.set(budget)
    try:
        yield budget
    finally:
        _CURRENT.reset(token)


@contextmanager
def spending(tokens: int, money: float | None) -> Iterator[Budget]:
    """Set aside what a call will about cost, and give it back if the call fails."""
    budget = _CURRENT.get() or Budget()
    budget.take(tokens, money)
    try:
        yield budget
    except BaseException:
        budget.settle(-tokens, -(money or 0.0))
        raise
