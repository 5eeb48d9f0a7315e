"""Twin of `judges/three_votes`: lexical – stemmed overlap; dates, numbers, yes and no exact."""

from __future__ import annotations

import re

from hypermem_core.abstention import abstains
from hypermem_core.models.offline.answering.periods import period
from hypermem_core.models.offline.values import normalised, values
from hypermem_core.replies import JudgeReply
from hypermem_core.retrieval.text import tokenize

_POLARITY = re.compile(
    r"^\W*(?:(?:most )?(?:likely|probably|definitely)\W+)?(yes|no|是的?|没有|不是|否)(?![a-z])",
    re.I,
)
POLARITY = "Both say yes or no: only that is compared."
_NO = frozenset({"no", "没有", "不是", "否"})


def _agrees(gold: str, given: list[str]) -> bool:
    """Tell whether a value is among those given; a gold month or year is met by a day in it."""
    return any(
        value == gold or (len(gold) >= 4 and value.startswith(f"{gold}-")) for value in given
    )


def _says_no(text: str) -> bool | None:
    """Return whether a text opens with no; None if it opens with neither yes nor no."""
    found = _POLARITY.match(text)
    return found[1].lower() in _NO if found else None


def _verdict(right: bool, reason: str) -> JudgeReply:
    return JudgeReply("correct" if right else "wrong", reason)


def _exact(gold: str, answer: str) -> JudgeReply | None:
    """Return the verdict where yes or no, or a date, decides alone; None where words must."""
    wanted, given = _says_no(gold), _says_no(answer)
    if wanted is not None and given is not None:
        # What follows a yes or no is its reason, and reasons may be many.
        return _verdict(wanted == given, POLARITY)
    wide, own = period(gold), period(answer)
    if wide and own:
        return _verdict(wide.holds(own), "Both are dates: the answer's must lie in the gold one's.")
    return None


def reply(question: str, gold: str, answer: str, threshold: float = 0.5) -> JudgeReply:
    """Return correct or wrong, and the words or values that decided."""
    if abstains(gold) or not gold.strip():
        return _verdict(abstains(answer), "Nothing is known, and that is asked.")
    if abstains(answer):
        return _verdict(False, "The answer says that nothing is known.")
    exact = _exact(gold, answer)
    if exact:
        return exact
    ours = values(answer)
    missing = [value for value in values(gold) if not _agrees(value, ours)]
    if missing:
        return _verdict(False, f"Missing: {', '.join(missing)}.")
    wanted = set(tokenize(normalised(gold))) or set(gold.lower().split())
    given = set(tokenize(normalised(answer))) | set(answer.lower().split())
    found = {term for term in wanted if term in given or _agrees(term, ours)}
    share = len(found) / len(wanted)
    return _verdict(
        share >= threshold, f"{len(found)} of {len(wanted)} terms of the gold answer found."
    )
