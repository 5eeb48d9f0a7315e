"""Ledgers: who wants to know what some work costs opens one; every model call writes into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from hypermem_core.types import Usage


@dataclass(frozen=True, slots=True)
class Call:
    """One reply asked of a model, and what it cost when it was made."""

    prompt: str
    model: str
    key: str = ""  # of the reply in replies.db
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cached: bool = False
    requests: int = 1
    repaired: bool = False
    problem: str = ""  # why the reply could not be used
    cost: float | None = 0.0  # None: the model's price is unknown
    remote: bool = False  # asked of an endpoint without keeping its words: vectors and scores

    @property
    def paid(self) -> bool:
        """Whether a model was asked, and not rules."""
        return bool(self.key) or self.remote


_OPEN: ContextVar[tuple[list[Call], ...]] = ContextVar("ledgers", default=())


@contextmanager
def ledger() -> Iterator[list[Call]]:
    """Collect the calls made inside, also in threads that `map_threads` starts there."""
    calls: list[Call] = []
    token = _OPEN.set((*_OPEN.get(), calls))
    try:
        yield calls
    finally:
        _OPEN.reset(token)


def record(call: Call) -> None:
    """Write a call into every open ledger."""
    for calls in _OPEN.get():
        calls.append(call)


def usage_of(calls: Sequence[Call]) -> Usage:
    """Return the sum of some calls; their cost is None when one of them has no known price."""
    costs = [call.cost for call in calls]
    return Usage(
        calls=len(calls),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        completion_tokens=sum(call.completion_tokens for call in calls),
        cached=sum(call.cached for call in calls),
        seconds=round(sum(call.seconds for call in calls), 3),
        cost=None if None in costs else round(sum(cost or 0.0 for cost in costs), 8),
    )
