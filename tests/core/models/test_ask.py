from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models.ask import ask
from hypermem_core.replies import JudgeReply

GOOD = JudgeReply("correct", "same")


@dataclass
class Scripted:
    """Answers with its lines in turn; an error among them is raised."""

    lines: list[Any]
    name: str = "scripted"
    seen: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)

    def reply(self, prompt: str, shape: type, blanks: Mapping[str, Any], attempt: int = 0) -> Any:
        self.seen.append((attempt, blanks))
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line


def _misfit(number: int) -> ReplyError:
    return ReplyError(f"label {number} is unknown", "", (f"reply {number}",))


def test_a_first_reply_that_fits_is_taken() -> None:
    llm = Scripted([GOOD])
    assert ask(llm, "shared/judge", JudgeReply, gold="x") == GOOD
    assert llm.seen == [(0, {"gold": "x", "problem": ""})]


def test_the_second_attempt_is_told_what_was_wrong() -> None:
    llm = Scripted([_misfit(1), GOOD])
    assert ask(llm, "shared/judge", JudgeReply, gold="x") == GOOD
    assert llm.seen[1] == (1, {"gold": "x", "problem": "label 1 is unknown"})


def test_three_misfits_end_it_and_every_reply_is_kept() -> None:
    llm = Scripted([_misfit(1), _misfit(2), _misfit(3), GOOD])
    with pytest.raises(ReplyError) as caught:
        ask(llm, "shared/judge", JudgeReply)
    assert caught.value.replies == ("reply 1", "reply 2", "reply 3")
    assert caught.value.message == (
        "scripted gave no usable reply to shared/judge in 3 attempts: label 3 is unknown"
    )
    assert llm.lines == [GOOD]


def test_attempts_are_numbered_from_first() -> None:
    llm = Scripted([_misfit(1), GOOD])
    ask(llm, "shared/judge", JudgeReply, attempts=2, first=6)
    assert [attempt for attempt, _ in llm.seen] == [6, 7]


def test_a_model_that_cannot_be_reached_is_not_asked_again() -> None:
    llm = Scripted([ModelError("no connection"), GOOD])
    with pytest.raises(ModelError, match="no connection"):
        ask(llm, "shared/judge", JudgeReply)
    assert len(llm.seen) == 1


def test_a_reply_in_shape_is_asked_again_while_the_check_objects() -> None:
    wrong = JudgeReply("wrong", "no")
    llm = Scripted([wrong, GOOD])

    def check(reply: JudgeReply) -> str:
        return "" if reply.label == "correct" else "say correct"

    assert ask(llm, "shared/judge", JudgeReply, check=check) == GOOD
    assert llm.seen[1] == (1, {"problem": "say correct"})
    with pytest.raises(ReplyError, match="say correct") as caught:
        ask(Scripted([wrong, wrong]), "shared/judge", JudgeReply, attempts=2, check=check)
    assert caught.value.replies == (repr(wrong), repr(wrong))
