"""What an HGMem trace holds beside its stages: the rounds of its working memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HGMemRounds:
    """All rounds of one question."""

    kind: Literal["hgmem_rounds"] = "hgmem_rounds"
