"""The person's verdicts: the last one on an answer stands, and it can be taken back."""

from dataclasses import replace
from pathlib import Path

from hypermem_core.evaluation.own_verdicts import (
    OwnVerdict,
    about,
    decide,
    ever_decided,
    own_verdicts,
)
from hypermem_core.types import Question

QUESTION = Question("q", "Which sport?", "rowing")


def test_the_last_verdict_stands_and_says_whether_it_was_blind(tmp_path: Path) -> None:
    assert own_verdicts(tmp_path) == {}
    first = OwnVerdict("talk/q", "x", "wrong", at="2026-01-01T10:00:00")
    changed = replace(first, label="correct", blind=False, note="the date fits")
    decide(tmp_path, first)
    decide(tmp_path, changed)
    assert own_verdicts(tmp_path) == {("talk/q", "x"): changed}


def test_a_verdict_can_be_taken_back(tmp_path: Path) -> None:
    verdict = OwnVerdict("talk/q", "x", "wrong")
    decide(tmp_path, verdict)
    decide(tmp_path, OwnVerdict("talk/p", "y", "unscored"))
    decide(tmp_path, replace(verdict, label=None))
    assert list(own_verdicts(tmp_path)) == [("talk/p", "y")]
    assert ever_decided(tmp_path) == {("talk/q", "x"), ("talk/p", "y")}


def test_a_verdict_is_about_one_answer_and_one_gold() -> None:
    same = about(QUESTION, "she rows")
    assert same == about(replace(QUESTION, evidence=("D1:1",)), "she rows")
    assert same != about(QUESTION, "she swims")
    assert same != about(replace(QUESTION, answer="swimming"), "she rows")
