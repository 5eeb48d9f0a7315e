"""Twin of `judges/by_type`: lexical rules that differ by the type of question."""

from __future__ import annotations

import re

from hypermem_core.abstention import abstains
from hypermem_core.models.offline import judge
from hypermem_core.models.offline.values import normalised
from hypermem_core.replies import JudgeReply

_ITEMS = re.compile(r"\s*(?:[,;、，]|\band\b|和)\s*")
_REASON = re.compile(r";|,?\s+(?:because|since|as)\s|，?因为")
_COUNT = re.compile(r"(\d+)\s*(day|week|month|year|天|周|个月|年)")
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365, "天": 1, "周": 7, "个月": 30, "年": 365}


def reply(
    question: str,
    gold: str,
    answer: str,
    category: str = "",
    rule: str = "",
    threshold: float = 0.5,
) -> JudgeReply:
    """Return the verdict by the rule of the category; `rule` is its text for chat models."""
    if category == "adversarial":
        right = abstains(answer)
        said = "It says that nothing is known." if right else "It answers what cannot be known."
        return JudgeReply("correct" if right else "wrong", said)
    if category == "multi-hop":
        return _every_item(question, gold, answer, threshold)
    counted = _counted(gold, answer) if category == "temporal" else None
    if counted:
        return counted
    if category == "open-domain":
        gold = _REASON.split(gold)[0]
    return judge.reply(question, gold, answer, threshold)


def _every_item(question: str, gold: str, answer: str, threshold: float) -> JudgeReply:
    items = [item for item in _ITEMS.split(gold) if item.strip()]
    if abstains(gold) or len(items) < 2:
        return judge.reply(question, gold, answer, threshold)
    verdicts = [judge.reply(question, item, answer, threshold) for item in items]
    found = sum(one.label == "correct" for one in verdicts)
    said = f"{found} of {len(items)} items of the gold answer found."
    return JudgeReply("correct" if found == len(items) else "wrong", said)


def _counts(text: str) -> list[tuple[int, int]]:
    """Return the lengths of time in a text as (days, days of their unit)."""
    found = _COUNT.findall(normalised(text))
    return [(int(number) * _DAYS[unit], _DAYS[unit]) for number, unit in found]


def _counted(gold: str, answer: str) -> JudgeReply | None:
    """Return the verdict where both count days, weeks, months or years: give or take one unit."""
    wanted, given = _counts(gold), _counts(answer)
    if not wanted or not given:
        return None
    days, unit = wanted[0]
    close = any(abs(other - days) <= unit for other, _ in given)
    return JudgeReply("correct" if close else "wrong", "Lengths of time: one more or less counts.")
