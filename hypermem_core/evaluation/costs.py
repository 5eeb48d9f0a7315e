"""What an evaluation and a build cost: per question and per step, unknown prices as None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypermem_core.events import Event, ModelCalled, StageStarted
from hypermem_core.models.prices import Prices
from hypermem_core.types import EvalRow, Usage

UNKNOWN = "unknown"


def total(usages: Iterable[Usage]) -> Usage:
    """Return the sum; its cost is None as soon as one is unknown."""
    found = Usage()
    for usage in usages:
        unknown = found.cost is None or usage.cost is None
        found = Usage(
            found.calls + usage.calls,
            found.prompt_tokens + usage.prompt_tokens,
            found.completion_tokens + usage.completion_tokens,
            found.cached + usage.cached,
            round(found.seconds + usage.seconds, 3),
            None if unknown else round((found.cost or 0.0) + (usage.cost or 0.0), 8),
        )
    return found


def money(cost: float | None) -> str:
    """Return a cost as people read it; an unknown price is never shown as nothing."""
    if cost is None:
        return UNKNOWN
    return f"${cost:.2f}" if cost == 0 or cost >= 0.1 else f"${cost:.4f}"


def of_rows(rows: Sequence[EvalRow]) -> dict[str, Any]:
    """Return what answering and judging cost, together and per question."""
    answering = total(row.answer.usage for row in rows if row.answer)
    judging = total(row.verdict.usage for row in rows if row.verdict)
    return {"answer": _block(answering, len(rows)), "judge": _block(judging, len(rows))}


def _block(usage: Usage, questions: int) -> dict[str, Any]:
    share = max(questions, 1)
    tokens = usage.prompt_tokens + usage.completion_tokens
    return {
        "calls": usage.calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "seconds": usage.seconds,
        "cached_share": round(usage.cached / usage.calls, 4) if usage.calls else None,
        "cost": usage.cost,
        "tokens_per_question": round(tokens / share, 1),
        "cost_per_question": None if usage.cost is None else round(usage.cost / share, 8),
    }


def by_step(events: Iterable[Event], prices: Prices) -> dict[str, Usage]:
    """Return what each step of a build cost at today's prices, from its events."""
    found: dict[str, Usage] = {}
    stage = ""
    for event in events:
        if isinstance(event, StageStarted):
            stage = event.stage
        elif isinstance(event, ModelCalled) and event.paid:
            tokens = (event.prompt_tokens, event.completion_tokens)
            cost = prices.cost(event.model, *tokens)
            one = Usage(event.attempts, *tokens, event.attempts * event.cached, event.seconds, cost)
            found[stage] = total([found.get(stage, Usage()), one])
    return found


def priced(usage: Mapping[str, Usage], model: str, prices: Prices) -> dict[str, Usage]:
    """Return a manifest's usage by step with its cost at today's prices."""
    return {
        step: replace(u, cost=prices.cost(model, u.prompt_tokens, u.completion_tokens))
        for step, u in usage.items()
    }
