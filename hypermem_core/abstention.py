"""When an answer says that nothing is known, and how that is said in the question's language."""

from __future__ import annotations

import re

NOTHING = "No information available"
NOTHING_CHINESE = "没有相关信息"
# The first two are LoCoMo's official strings for category 5; the others say so in Chinese.
ABSTENTIONS = ("no information available", "not mentioned", NOTHING_CHINESE, "没有提到", "未提及")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def nothing_known(question: str) -> str:
    """Return, in the language of the question, that the evidence holds no answer."""
    return NOTHING_CHINESE if _CHINESE.search(question) else NOTHING


def abstains(answer: str) -> bool:
    """Tell whether an answer says that nothing is known, by the official strings or in Chinese."""
    return any(phrase in answer.lower() for phrase in ABSTENTIONS)
