"""Yes or no, hedged where the question is, or the better of two alternatives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.answering.support import Support

_NOT = re.compile(r"\b(?:not|never|no longer|cannot|without|couldn't stand)\b|n['’]t\b|没|不", re.I)
_UNREAL = re.compile(r"\bif\b.*(?:\b(?:not|never)\b|n['’]t\b)", re.I)
_OR = re.compile(r"([\w' -]+?) or ([\w' -]+?)\??$")
_LEAD = frozenset("a an the to in on at of be more".split())
READ = 12  # sentences that choose between alternatives


def _alternatives(asked: Asked, ranked: Sequence[Support]) -> str:
    found = _OR.search(asked.text.strip())
    if not found:
        return ""
    right = found[2].split()
    left = found[1].split()[-max(1, len(right)) :]
    options = []
    for words in (left, right):
        while len(words) > 1 and words[0].lower() in _LEAD:
            words = words[1:]
        options.append(" ".join(words))
    one, other = (set(terms(option)) for option in options)

    def told(own: set[str]) -> float:
        return sum(s.score for s in ranked[:READ] if own & s.sentence.terms)

    return options[0] if told(one - other) >= told(other - one) else options[1]


def yes_or_no(asked: Asked, ranked: Sequence[Support]) -> str:
    """Return yes, no where only the evidence denies, or one of the question's alternatives."""
    denied = bool(_NOT.search(ranked[0].sentence.text)) != bool(_NOT.search(asked.text))
    if asked.chinese:
        return "没有" if denied else "是的"
    chosen = _alternatives(asked, ranked)
    if chosen:
        return chosen
    plain = "No" if denied or _UNREAL.search(asked.text) else "Yes"
    return f"Likely {plain.lower()}" if asked.hedged else plain
