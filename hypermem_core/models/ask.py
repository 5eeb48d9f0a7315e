"""A typed reply, or a bounded number of attempts that say what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar

from hypermem_core.errors import ReplyError, Unanswered
from hypermem_core.events import ModelCalled
from hypermem_core.models import LLM, Forgetful
from hypermem_core.models.ledger import Call, ledger, record

T = TypeVar("T")


def ask(
    llm: LLM,
    prompt: str,
    shape: type[T],
    *,
    attempts: int = 3,
    first: int = 0,
    check: Callable[[T], str] | None = None,
    **blanks: Any,
) -> T:
    """Return the model's reply to a named prompt as `shape`; the open ledgers tell what it cost.

    `first` numbers the attempts from there, so that a vote is not answered from the cache.
    `check` says what is wrong with a reply that has the shape, nothing if it can be used.

    Raises:
        ReplyError: no reply fitted the shape in `attempts` tries; holds every reply.
        Unanswered: there was no reply to read.
        Paused: the run cannot go on.
    """
    replies: tuple[str, ...] = ()
    problem, started = "", perf_counter()
    with ledger() as calls:
        for attempt in range(first, first + attempts):
            try:
                reply = llm.reply(prompt, shape, {**blanks, "problem": problem}, attempt)
            except Unanswered:
                raise
            except ReplyError as error:
                replies += error.replies
                problem = error.message
                continue
            problem = check(reply) if check else ""
            if not problem:
                break
            replies += (repr(reply),)
    if problem:
        if isinstance(llm, Forgetful):  # a later run asks again instead of finding these
            llm.forget(call.key for call in calls)
        raise ReplyError(
            f"{llm.name} gave no usable reply to {prompt} in {attempts} attempts: {problem}",
            "Look at its replies, or choose another model.",
            replies,
        )
    if not calls:  # rules keep no ledger
        record(Call(prompt, llm.name, seconds=perf_counter() - started))
    return reply


def told(prompt: str, calls: list[Call]) -> ModelCalled:
    """Return the event of one ask from the calls its ledger holds."""
    return ModelCalled(
        prompt,
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        completion_tokens=sum(call.completion_tokens for call in calls),
        seconds=sum(call.seconds for call in calls),
        cached=bool(calls) and all(call.cached for call in calls),
        model=calls[-1].model if calls else "",
        attempts=len(calls),
        requests=sum(call.requests for call in calls),
        repaired=bool(calls) and calls[-1].repaired,
        key=calls[-1].key if calls else "",
    )
