"""What a HingeMem trace holds beside its stages: the plan, the score parts, the stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HingePlan:
    """The query plan of HingeMem."""

    query_type: Literal["recall", "precision", "judgment"] = "recall"
    kind: Literal["hinge_plan"] = "hinge_plan"
