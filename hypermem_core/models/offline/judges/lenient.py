"""Twin of `judges/lenient`: half the terms, or a date nearby, are enough."""

from __future__ import annotations

from datetime import date, timedelta

from hypermem_core.abstention import abstains
from hypermem_core.models.offline import judge
from hypermem_core.models.offline.answering.periods import period
from hypermem_core.models.offline.values import normalised, values
from hypermem_core.replies import JudgeReply
from hypermem_core.retrieval.text import tokenize

NEAR = timedelta(days=1)


def reply(question: str, gold: str, answer: str, threshold: float = 0.5) -> JudgeReply:
    """Return correct for half the share of terms the usual rules ask for, or for a close date."""
    usual = judge.reply(question, gold, answer, threshold)
    decided = abstains(gold) or abstains(answer) or not gold.strip()
    if usual.label == "correct" or decided or usual.reason == judge.POLARITY:
        return usual
    if any(_close(wanted, given) for wanted in values(gold) for given in values(answer)):
        return JudgeReply("correct", "A date of the answer is close to the gold one's.")
    if period(gold) and period(answer):
        return JudgeReply("wrong", "Both are dates, and no day of one is near the other.")
    wanted = set(tokenize(normalised(gold)))
    found = wanted & set(tokenize(normalised(answer)))
    right = bool(wanted) and len(found) / len(wanted) >= threshold / 2
    said = f"{len(found)} of {len(wanted)} terms of the gold answer found; a few are enough."
    return JudgeReply("correct" if right and found else "wrong", said)


def _close(wanted: str, given: str) -> bool:
    """Tell whether two ISO dates are a day apart, or one is the other's month or year."""
    if min(len(wanted), len(given)) < 4:
        return False
    if wanted.startswith(f"{given}-") or given.startswith(f"{wanted}-"):
        return True
    try:
        return abs(date.fromisoformat(wanted) - date.fromisoformat(given)) <= NEAR
    except ValueError:
        return False
