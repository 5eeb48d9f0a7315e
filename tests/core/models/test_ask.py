from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hypermem_core.errors import ModelError, ReplyError, Unanswered
from hypermem_core.events import ModelCalled
from hypermem_core.models.ask import ask, told
from hypermem_core.models.ledger import Call, record
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
    assert ask(llm, "judges/strict", JudgeReply, gold="x") == GOOD
    assert llm.seen == [(0, {"gold": "x", "problem": ""})]


def test_the_second_attempt_is_told_what_was_wrong() -> None:
    llm = Scripted([_misfit(1), GOOD])
    assert ask(llm, "judges/strict", JudgeReply, gold="x") == GOOD
    assert llm.seen[1] == (1, {"gold": "x", "problem": "label 1 is unknown"})


def test_three_misfits_end_it_and_every_reply_is_kept() -> None:
    llm = Scripted([_misfit(1), _misfit(2), _misfit(3), GOOD])
    with pytest.raises(ReplyError) as caught:
        ask(llm, "judges/strict", JudgeReply)
    assert caught.value.replies == ("reply 1", "reply 2", "reply 3")
    assert caught.value.message == (
        "scripted gave no usable reply to judges/strict in 3 attempts: label 3 is unknown"
    )
    assert llm.lines == [GOOD]


def test_attempts_are_numbered_from_first() -> None:
    llm = Scripted([_misfit(1), GOOD])
    ask(llm, "judges/strict", JudgeReply, attempts=2, first=6)
    assert [attempt for attempt, _ in llm.seen] == [6, 7]


def test_an_endpoint_without_an_answer_is_not_asked_again() -> None:
    llm = Scripted([Unanswered("no answer in 6 tries"), GOOD])
    with pytest.raises(Unanswered, match="6 tries"):
        ask(llm, "judges/strict", JudgeReply)
    assert len(llm.seen) == 1


def test_replies_that_led_nowhere_are_forgotten_and_only_then() -> None:
    llm = Scripted([_misfit(1), GOOD])
    llm.forgotten = []
    llm.forget = lambda keys: llm.forgotten.extend(keys)

    def reply(*asked):
        record(Call("p", "m", f"key-{len(llm.seen)}"))
        return Scripted.reply(llm, *asked)

    llm.reply = reply
    ask(llm, "judges/strict", JudgeReply)
    assert llm.forgotten == []
    llm.lines = [_misfit(1), _misfit(2), _misfit(3)]
    with pytest.raises(ReplyError):
        ask(llm, "judges/strict", JudgeReply)
    assert llm.forgotten == ["key-2", "key-3", "key-4"]


def test_an_ask_is_told_as_one_event_with_all_its_attempts() -> None:
    calls = [
        Call("p", "m", "k1", 10, 5, 1.0, True, 2, problem="no JSON"),
        Call("p", "m", "k2", 12, 6, 1.0, False, 1, True),
    ]
    wanted = ModelCalled("p", 22, 11, 2.0, False, "m", 2, 3, True, "k2")
    assert told("p", calls) == wanted


def test_a_model_that_cannot_be_reached_is_not_asked_again() -> None:
    llm = Scripted([ModelError("no connection"), GOOD])
    with pytest.raises(ModelError, match="no connection"):
        ask(llm, "judges/strict", JudgeReply)
    assert len(llm.seen) == 1


def test_a_reply_in_shape_is_asked_again_while_the_check_objects() -> None:
    wrong = JudgeReply("wrong", "no")
    llm = Scripted([wrong, GOOD])

    def check(reply: JudgeReply) -> str:
        return "" if reply.label == "correct" else "say correct"

    assert ask(llm, "judges/strict", JudgeReply, check=check) == GOOD
    assert llm.seen[1] == (1, {"problem": "say correct"})
    with pytest.raises(ReplyError, match="say correct") as caught:
        ask(Scripted([wrong, wrong]), "judges/strict", JudgeReply, attempts=2, check=check)
    assert caught.value.replies == (repr(wrong), repr(wrong))
