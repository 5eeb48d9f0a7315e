"""A typed reply, or a bounded number of attempts that say what was wrong."""

from __future__ import annotations

from typing import Any, TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.models import LLM

T = TypeVar("T")


def ask(
    llm: LLM, prompt: str, shape: type[T], *, attempts: int = 3, first: int = 0, **blanks: Any
) -> T:
    """Return the model's reply to a named prompt as `shape`.

    `first` numbers the attempts from there, so that a vote is not answered from the cache.

    Raises:
        ReplyError: no reply fitted the shape in `attempts` tries; holds every reply.
        ModelError: the model cannot be reached at all.
    """
    replies: tuple[str, ...] = ()
    problem = ""
    for attempt in range(first, first + attempts):
        try:
            return llm.reply(prompt, shape, {**blanks, "problem": problem}, attempt)
        except ReplyError as error:
            replies += error.replies
            problem = error.message
    raise ReplyError(
        f"{llm.name} gave no usable reply to {prompt} in {attempts} attempts: {problem}",
        "Look at its replies, or choose another model.",
        replies,
    )
