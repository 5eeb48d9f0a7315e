"""A typed reply, or a bounded number of attempts that say what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.models import LLM

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
    """Return the model's reply to a named prompt as `shape`.

    `first` numbers the attempts from there, so that a vote is not answered from the cache.
    `check` says what is wrong with a reply that has the shape, nothing if it can be used.

    Raises:
        ReplyError: no reply fitted the shape in `attempts` tries; holds every reply.
        ModelError: the model cannot be reached at all.
    """
    replies: tuple[str, ...] = ()
    problem = ""
    for attempt in range(first, first + attempts):
        try:
            reply = llm.reply(prompt, shape, {**blanks, "problem": problem}, attempt)
        except ReplyError as error:
            replies += error.replies
            problem = error.message
            continue
        problem = check(reply) if check else ""
        if not problem:
            return reply
        replies += (repr(reply),)
    raise ReplyError(
        f"{llm.name} gave no usable reply to {prompt} in {attempts} attempts: {problem}",
        "Look at its replies, or choose another model.",
        replies,
    )
