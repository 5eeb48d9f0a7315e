"""How evidence becomes an answer, and how answers are judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.settings.knobs import knob

JudgeName = Literal["lenient", "three votes", "strict", "by type"]


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How the evidence becomes an answer."""

    budget: int = knob(4000, "Tokens of evidence the answerer reads", "answer", 100, 32000, 100)
    style: Literal["full", "brief"] = knob("brief", "Reason in steps, or answer briefly", "answer")


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How answers are judged."""

    kind: JudgeName = knob(
        "three votes", "How strict: the named judge whose prompt is used", "judge"
    )
    votes: int = knob(
        3, "Votes of the judge “three votes”; the majority counts", "judge", 1, 9, 2, odd=True
    )
    lexical_threshold: float = knob(
        0.5, "Gold-token recall from which the lexical judge says correct", "judge", 0, 1, 0.05
    )
    adversarial: Literal["exclude", "official"] = knob(
        "exclude", "Category 5: left out of the overall score, or official string match", "judge"
    )
