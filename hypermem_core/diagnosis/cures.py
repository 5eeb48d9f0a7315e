"""The cheapest cure per stage: how far a limit must move to keep how many of the lost turns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from hypermem_core.diagnosis.custody import COUNT, cut_step
from hypermem_core.types import Custody

MOST = 2 / 3  # a cure is worth naming when it keeps this share of what the stage loses
STEP = 0.05  # of a share of the best score
RATIOS = (  # words of HingeMem's stop → the share they speak of
    ("of the best softmax", "judgment_ratio"),
    ("knee", "recall_ratio"),
    ("of the best score", "precision_ratio"),
)


@dataclass(frozen=True, slots=True)
class StageCure:
    """`kept at k_T ≥ 14 for 31 of 48`: the nearest value that keeps most of the curable turns."""

    stage: str
    limit: str  # name of the limit: `k_T`
    value: float
    kept: int
    lost: int
    curve: tuple[tuple[float, int], ...]  # (value, turns kept at it), the nearest value first
    falls: bool = False  # a share of the best score keeps more when it is lower

    @property
    def written(self) -> str:
        """The cure in words."""
        sign = "≤" if self.falls else "≥"
        return f"kept at {self.limit} {sign} {self.value:g} for {self.kept} of {self.lost}"


def cheapest_cures(found: Sequence[Custody]) -> tuple[StageCure, ...]:
    """Return, for each stage that cut gold turns by a limit, the smallest value worth setting.

    Turns that no value of that limit would keep count as lost, never as kept.
    """
    needs: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    lost: Counter[str] = Counter()
    for custody in found:
        for turn in custody.lost:
            cut = cut_step(turn.steps)
            if cut is None or turn.lost_at != f"{cut.stage} cut":
                continue
            lost[cut.stage] += 1
            if cut.needs and COUNT.fullmatch(cut.limit):
                needs[cut.stage, cut.limit.split(" = ")[0]].append(cut.needs)
            elif cut.ratio:
                needs[cut.stage, _ratio(cut.limit)].append(_below(cut.ratio))
    return tuple(_cure(stage, limit, n, lost[stage]) for (stage, limit), n in needs.items())


def _ratio(limit: str) -> str:
    return next(name for words, name in RATIOS if words in limit)


def _below(ratio: float) -> float:
    """Return the highest value of the knob that a score of this share of the best is above."""
    return max(0.0, round((ceil(ratio / STEP - 1e-6) - 1) * STEP, 2))


def _cure(stage: str, limit: str, needs: list[float], lost: int) -> StageCure:
    falls = limit in dict(RATIOS).values()
    needs = sorted(needs, reverse=falls)
    value = needs[max(0, round(MOST * len(needs)) - 1)]
    curve = tuple(
        (need, sum(other >= need if falls else other <= need for other in needs))
        for need in dict.fromkeys(needs)
    )
    return StageCure(stage, limit, value, dict(curve)[value], lost, curve, falls)
