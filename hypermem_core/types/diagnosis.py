"""Where an answer was lost: the chain of custody of every gold turn of a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.types.conversation import Category

Label = Literal["correct", "wrong", "unscored"]

FOUND = "found"  # every gold turn reached the context (and the answer, if judged, is correct)
NOT_EXTRACTED = "not extracted"
CONTEXT_CUT = "context cut"
NOT_USED = "not used"
JUDGED_WRONG = "judged wrong although present"
GOLD_DISPUTED = "gold disputed"
NO_EVIDENCE = "no evidence"
NOT_AVAILABLE = "not available"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands in one list of a stage; rank 0: the list does not hold it."""

    ranker: str
    rank: int
    score: float
    of: int  # length of the list


@dataclass(frozen=True, slots=True)
class Step:
    """One stage a gold turn went through, by the node that carried it furthest."""

    stage: str
    node_id: str  # "" when no candidate carries the turn
    places: tuple[Place, ...]
    kept: bool
    limit: str = ""  # what cut it: `k_E = 25`, or why it never was a candidate
    needs: int = 0  # the smallest value of that limit which would have kept it; 0: no such value
    ratio: float = 0.0  # its score's share of the best, where the limit is such a share


@dataclass(frozen=True, slots=True)
class TurnCustody:
    """The way of one gold turn from the chat to the answer."""

    turn_id: str
    holders: tuple[str, ...]  # episodes (or other wholes) that contain the turn
    carriers: tuple[str, ...]  # facts, or verbatim nodes, that state it
    right_speaker: bool | None  # None where no fact states it or the method keeps no speaker
    right_date: bool | None
    steps: tuple[Step, ...]
    in_context: bool
    position: int  # place of its first carrier in the evidence, from 1; 0: nowhere
    cited: bool | None  # None without an answer
    lost_at: str  # "" if it reached the context


@dataclass(frozen=True, slots=True)
class Custody:
    """One question: every gold turn's chain and, from them, one stage of loss."""

    key: str
    conversation_id: str
    question: str
    category: Category | None
    turns: tuple[TurnCustody, ...]
    loss: str
    why: str
    label: Label | None = None
    badges: tuple[str, ...] = ()

    @property
    def lost(self) -> tuple[TurnCustody, ...]:
        """The gold turns that never reached the context."""
        return tuple(turn for turn in self.turns if turn.lost_at)
