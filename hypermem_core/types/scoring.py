"""Answers and what they are worth: usage, verdicts, recall and the rows of an evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypermem_core.types.conversation import Question
from hypermem_core.types.diagnosis import Custody, Label
from hypermem_core.types.traces import RetrievalTrace


@dataclass(frozen=True, slots=True)
class Usage:
    """What the model calls cost; all zero for offline rules."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: int = 0  # calls among them that were answered from the kept replies
    seconds: float = 0.0  # of model time, when the replies were made
    cost: float | None = 0.0  # in dollars, kept replies included; None: a price is unknown


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, and the turns it rests on."""

    text: str
    turn_ids: tuple[str, ...] = ()
    reasoning: str = ""
    made_by: str = "offline rules"
    usage: Usage = Usage()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's majority; a failed judge call leaves the answer unscored, never wrong."""

    label: Label
    reason: str = ""
    votes: tuple[Label, ...] = ()
    judge: str = "lexical (offline)"
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class EvidenceRecall:
    """Share of a question's gold turns found, by stage and by token budget."""

    by_stage: dict[str, float] = field(default_factory=dict)
    at_budget: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvalRow:
    """Everything kept about one evaluated question."""

    conversation_id: str
    question: Question
    trace: RetrievalTrace
    answer: Answer | None = None
    verdict: Verdict | None = None
    f1: float | None = None
    recall: EvidenceRecall | None = None
    error: str = ""
    tokens: int = 0  # of the context the answerer could read
    custody: Custody | None = None
