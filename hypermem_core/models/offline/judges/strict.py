"""Twin of `judges/strict`: every term and value of the gold answer, and no other date."""

from __future__ import annotations

from hypermem_core.models.offline import judge
from hypermem_core.models.offline.answering.periods import period
from hypermem_core.models.offline.values import DATE, normalised
from hypermem_core.replies import JudgeReply


def reply(question: str, gold: str, answer: str, threshold: float = 0.5) -> JudgeReply:
    """Return correct only if nothing of the gold answer is missing; `threshold` is not used."""
    usual = judge.reply(question, gold, answer, 1.0)
    if usual.label == "wrong" or (period(gold) and period(answer)):
        return usual
    wanted, given = DATE.findall(normalised(gold)), DATE.findall(normalised(answer))
    others = [one for one in given if not any(one.startswith(gold) for gold in wanted)]
    if wanted and others:
        return JudgeReply("wrong", f"The answer also names {', '.join(others)}.")
    return usual
