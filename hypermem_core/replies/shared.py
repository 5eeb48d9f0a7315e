"""The shapes of the replies to the prompts all methods share: answers, judgements, reranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """`shared/answer` and `shared/answer_brief`: blanks: question, evidence (list of Evidence)."""

    answer: str
    reasoning: str = ""
    turn_ids: list[str] | None = None


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """`judges/*`: blanks: question (text), gold, answer, threshold (lexical only).

    `judges/by_type` has two more: category and its rule (texts).
    """

    label: Literal["correct", "wrong"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RerankItem:
    """How much a passage helps, from 0 to 10, by its short local id (`passage 3`)."""

    local_id: str
    score: float


@dataclass(frozen=True, slots=True)
class RerankReply:
    """`shared/rerank`: blanks: question (text), passages (local id → text)."""

    scores: list[RerankItem]
