"""The cheapest cure per stage: how far a limit must move to keep how many of the lost turns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.types import Custody

MOST = 2 / 3  # a cure is worth naming when it keeps this share of what the stage loses


@dataclass(frozen=True, slots=True)
class StageCure:
    """`kept at k_T ≥ 14 for 31 of 48`: the smallest value that keeps most of the curable turns."""

    stage: str
    limit: str  # name of the limit: `k_T`
    value: int
    kept: int
    lost: int
    curve: tuple[tuple[int, int], ...]  # (value, turns kept at it), ascending

    @property
    def written(self) -> str:
        """The cure in words."""
        return f"kept at {self.limit} ≥ {self.value} for {self.kept} of {self.lost}"


def cheapest_cures(found: Sequence[Custody]) -> tuple[StageCure, ...]:
    """Return, for each stage that cut gold turns by a limit, the smallest value worth setting.

    Turns that no value of that limit would keep count as lost, never as kept.
    """
    needs: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    lost: Counter[str] = Counter()
    for custody in found:
        for turn in custody.lost:
            cut = next((step for step in turn.steps if not step.kept), None)
            if cut is None or turn.lost_at != f"{cut.stage} cut":
                continue
            lost[cut.stage] += 1
            if cut.needs and not cut.limit.startswith("pool"):  # the pool alone keeps nothing
                needs[cut.stage, cut.limit.split(" = ")[0]].append(cut.needs)
    return tuple(
        _cure(stage, limit, sorted(values), lost[stage]) for (stage, limit), values in needs.items()
    )


def _cure(stage: str, limit: str, needs: list[int], lost: int) -> StageCure:
    value = needs[max(0, round(MOST * len(needs)) - 1)]
    kept = sum(need <= value for need in needs)
    curve = tuple((need, sum(other <= need for other in needs)) for need in dict.fromkeys(needs))
    return StageCure(stage, limit, value, kept, lost, curve)
