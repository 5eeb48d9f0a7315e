"""A judge's scores by category beside the ceiling of the gold and the abstaining baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel import Panel, always_abstain
from hypermem_core.evaluation.report import summarise


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One group's counts: what is not scored is in no accuracy, and is never called wrong."""

    group: str
    questions: int
    correct: int
    scored: int
    unscored: int
    interval: tuple[float, float] | None  # 95 %, of the accuracy
    f1: float | None
    f1_questions: int
    ceiling: float | None
    always_abstain: float | None

    @property
    def accuracy(self) -> float | None:
        """Correct ÷ scored; None where nothing was scored."""
        return self.correct / self.scored if self.scored else None

    @property
    def unjudged(self) -> int:
        """Questions this judge was not asked about yet."""
        return self.questions - self.scored - self.unscored


def score_lines(
    side: Panel, judge: str, ceilings: Sequence[Ceiling], adversarial: str = "exclude"
) -> tuple[ScoreLine, ...]:
    """Return the line of each category that occurs, the overall one last."""
    summary = summarise(side.judged(judge), adversarial)
    tops = _shares(ceilings, adversarial)
    bottoms = _shares(always_abstain(list(side.rows.values())), adversarial)
    return tuple(
        ScoreLine(
            group,
            part["questions"],
            part["correct"],
            part["scored"],
            part["unscored"],
            tuple(part["judge_interval"]) if part["judge_interval"] else None,
            part["f1"],
            part["f1_questions"],
            tops.get(group),
            bottoms.get(group),
        )
        for group, part in {**summary["by_category"], "overall": summary}.items()
    )


def _shares(counts: Sequence[Ceiling], adversarial: str) -> dict[str, float]:
    """Return shares by group; where overall holds category 5, its counts are in overall too."""
    by = {one.group: one for one in counts}
    fifth = by.get("adversarial")
    if adversarial == "official" and fifth is not None:
        rest = by.get("overall", Ceiling("overall", 0, 0))
        both = (rest.questions + fifth.questions, rest.reachable + fifth.reachable)
        by["overall"] = Ceiling("overall", *both)
    return {name: one.share for name, one in by.items()}
