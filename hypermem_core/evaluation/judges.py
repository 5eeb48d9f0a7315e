"""The judges by name: each a prompt file of its own with a version, and how often it votes."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.errors import SettingsError
from hypermem_core.settings.answering import JudgeName
from hypermem_core.types import Category


@dataclass(frozen=True, slots=True)
class JudgeProtocol:
    """One way of judging; `version` grows with every change of its prompt or rules."""

    name: JudgeName
    prompt: str
    version: int
    votes: int  # of a chat model; rules never change their mind and vote once
    about: str


JUDGES: dict[JudgeName, JudgeProtocol] = {
    one.name: one
    for one in (
        JudgeProtocol(
            "lenient",
            "judges/lenient",
            1,
            1,
            "The same topic or time is enough; generous, as Mem0's judge is.",
        ),
        JudgeProtocol(
            "three votes",
            "judges/three_votes",
            1,
            3,
            "The same meaning, dates and lists whole; a majority of three, as HyperMem reports.",
        ),
        JudgeProtocol(
            "strict", "judges/strict", 1, 1, "Every item of the gold answer, dates exact."
        ),
        JudgeProtocol(
            "by type",
            "judges/by_type",
            1,
            1,
            "A rule for each type of question, abstention for category 5, as LongMemEval's judge.",
        ),
    )
}

RULES: dict[Category, str] = {
    "single-hop": "The answer must state the reference's fact; other words, more detail are fine.",
    "multi-hop": (
        "The reference joins several facts. Every one of them must be in the answer, in any order; "
        "a part of them is wrong."
    ),
    "temporal": (
        "The answer must give the reference's time. Where the reference counts days, weeks or "
        "months, one more or one less is correct; a calendar date must be that date."
    ),
    "open-domain": (
        "The reference is an inference. The answer must reach the same conclusion; the reasons "
        "may be other ones or missing."
    ),
    "adversarial": (
        "The conversation does not hold the answer. Correct is an answer that says so, declines, "
        "or points out that the question assumes something that did not happen; any other "
        "answer is wrong, however plausible."
    ),
}
ANY_TYPE = "The answer must say the same as the reference in what was asked for."


def protocol(name: str) -> JudgeProtocol:
    """Return the judge of that name.

    Raises:
        SettingsError: there is no such judge.
    """
    found = {str(key): one for key, one in JUDGES.items()}.get(name)
    if found is None:
        raise SettingsError(f"There is no judge {name!r}.", f"Choose {', '.join(JUDGES)}.")
    return found


def rule_for(category: Category | None) -> str:
    """Return the rule of the judge *by type* for a category; a general one without a category."""
    return RULES[category] if category else ANY_TYPE
