"""Badges: what makes a question hard, or its gold answer doubtful."""

from __future__ import annotations

import re

from hypermem_core.types import Conversation, Question, Turn

TRAP = "speaker-swap trap"
SESSIONS = "multi-session"
IMAGE = "image evidence"
DATES = "date arithmetic"
DUPLICATE = "duplicate question"
DISPUTED = "gold disputed"

_RELATIVE = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|ago|(?:last|next|this|past) "
    r"(?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b"
    r"|昨天|今天|明天|前天|后天|上周|下周|上个月|下个月|去年|明年",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(when|how long|what (?:date|day|month|year)|which (?:day|month|year))\b|什么时候|几号|多久",
    re.I,
)


def badges(question: Question, conversation: Conversation, disputed: bool) -> tuple[str, ...]:
    """Return the badges of a question in a fixed order."""
    turns = {turn.id: turn for turn in conversation.turns}
    gold = [turns[turn_id] for turn_id in question.evidence if turn_id in turns]
    found = (
        (TRAP, _swapped(question, gold)),
        (SESSIONS, len({turn.session for turn in gold}) > 1),
        (IMAGE, any(turn.caption for turn in gold)),
        (DATES, _dated(question, gold)),
        (DUPLICATE, _repeated(question, conversation)),
        (DISPUTED, disputed),
    )
    return tuple(name for name, holds in found if holds)


def _swapped(question: Question, gold: list[Turn]) -> bool:
    """Tell whether an adversarial question asks about someone its gold turns are not from."""
    if question.category != "adversarial" or not gold:
        return False
    asked = set(re.findall(r"\w+", question.text.lower()))
    return not any(set(turn.speaker.lower().split()) & asked for turn in gold)


def _dated(question: Question, gold: list[Turn]) -> bool:
    """Tell whether the answer is a date that has to be worked out from a relative one."""
    asks = question.category == "temporal" or bool(_WHEN.search(question.text))
    return asks and any(_RELATIVE.search(turn.text) for turn in gold)


def _repeated(question: Question, conversation: Conversation) -> bool:
    same = [
        q for q in conversation.questions if q.text.strip().lower() == question.text.strip().lower()
    ]
    return len(same) > 1
