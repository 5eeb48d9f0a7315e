"""Votes, majority, and what a failing judge does: unscored, never wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hypermem_core.errors import ModelError
from hypermem_core.evaluation.judge import LEXICAL, STRING_MATCH, judge, judge_name, majority
from hypermem_core.models.offline import OfflineRules
from hypermem_core.replies import JudgeReply
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Answer, Question

QUESTION = Question("q", "Which sport?", "rowing", "single-hop")


@dataclass
class Panel:
    """A judge that says what it was told, vote by vote; None is a failure."""

    says: list[Any]
    name: str = "panel"
    attempts: list[int] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    blanks: list[Mapping[str, Any]] = field(default_factory=list)

    def reply(
        self, prompt: str, shape: type[Any], blanks: Mapping[str, Any], attempt: int = 0
    ) -> Any:
        self.attempts.append(attempt)
        self.prompts.append(prompt)
        self.blanks.append(blanks)
        label = self.says.pop(0)
        if label is None:
            raise ModelError("The judge is away.")
        return JudgeReply(label, f"because {label}")


@pytest.mark.parametrize(
    ("says", "label"),
    [
        (["correct", "wrong", "correct"], "correct"),
        (["wrong", "wrong", "correct"], "wrong"),
        (["correct", None, None], "correct"),
        (["correct", "wrong", None], "unscored"),
        ([None, None, None], "unscored"),
    ],
)
def test_the_majority_of_valid_votes_decides(says: list[Any], label: str) -> None:
    assert judge(QUESTION, Answer("rowing"), Panel(says), Settings()).label == label


def test_a_failure_leaves_its_reason() -> None:
    verdict = judge(QUESTION, Answer("rowing"), Panel([None] * 3), Settings())
    assert verdict.reason == "The judge is away."
    assert verdict.votes == ("unscored",) * 3


def test_every_vote_is_its_own_attempt_so_that_none_comes_from_the_cache() -> None:
    panel = Panel(["correct"] * 3)
    judge(QUESTION, Answer("rowing"), panel, Settings())
    assert len(set(panel.attempts)) == 3


def test_offline_rules_vote_once_and_are_called_lexical() -> None:
    verdict = judge(QUESTION, Answer("She went rowing"), OfflineRules(), Settings())
    assert (verdict.label, verdict.votes) == ("correct", ("correct",))
    assert verdict.judge == f"three votes v1 · {LEXICAL}"


def test_an_empty_vote_is_unscored() -> None:
    assert majority([]) == "unscored"


def test_the_named_judge_is_asked_as_often_as_it_votes_and_named_with_its_version() -> None:
    panel, settings = Panel(["wrong"]), with_value(Settings(), "judge.kind", "strict")
    verdict = judge(QUESTION, Answer("rowing"), panel, settings)
    assert (verdict.label, verdict.votes, panel.prompts) == ("wrong", ("wrong",), ["judges/strict"])
    assert verdict.judge == "strict v1 · panel"


def test_other_numbers_of_votes_are_part_of_the_name() -> None:
    five = with_value(Settings(), "judge.votes", 5)
    assert judge_name(Panel([]), five) == "three votes v1 × 5 · panel"
    assert judge_name(Panel([]), with_value(five, "judge.kind", "lenient")) == "lenient v1 · panel"


def test_category_5_is_matched_by_string_except_by_type() -> None:
    trap = Question("q", "Which sport?", "", "adversarial")
    panel = Panel(["correct"])
    matched = judge(trap, Answer("Not mentioned"), panel, Settings())
    assert (matched.label, matched.judge, panel.attempts) == ("correct", STRING_MATCH, [])
    by_type = with_value(Settings(), "judge.kind", "by type")
    assert judge(trap, Answer("She never rowed"), panel, by_type).judge == "by type v1 · panel"
    assert panel.blanks[0]["category"] == "adversarial"
    assert "says so" in panel.blanks[0]["rule"]


def test_another_lexical_threshold_is_part_of_the_name() -> None:
    moved = with_value(Settings(), "judge.lexical_threshold", 0.4)
    assert judge_name(OfflineRules(), moved) == f"three votes v1 · {LEXICAL} at 0.4"
