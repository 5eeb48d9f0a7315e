"""The official LoCoMo F1: Porter-stemmed token overlap with a rule for each category."""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cache

import Stemmer

from hypermem_core.abstention import abstains
from hypermem_core.types import Question

_FILLER = re.compile(r"\b(a|an|the|and)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("porter")


def tokens(text: str) -> list[str]:
    """Return the official scorer's tokens: no commas, case, punctuation or articles; stemmed."""
    plain = text.replace(",", "").lower().translate(_PUNCTUATION)
    words: list[str] = _stemmer().stemWords(_FILLER.sub(" ", plain).split())
    return words


def overlap(prediction: str, gold: str) -> float:
    """Return the F1 of two texts as multisets of tokens."""
    ours, theirs = tokens(prediction), tokens(gold)
    shared = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * shared / (len(ours) + len(theirs)) if shared else 0.0


def multi(prediction: str, gold: str) -> float:
    """Return the mean, over the golds between commas, of the best F1 of a part of the answer."""
    parts = [part.strip() for part in prediction.split(",")]
    golds = [part.strip() for part in gold.split(",")]
    return sum(max(overlap(part, g) for part in parts) for g in golds) / len(golds)


def score(question: Question, prediction: str) -> float:
    """Return the official score of an answer, in [0, 1]."""
    if question.category == "adversarial":
        return float(abstains(prediction))
    if question.category == "multi-hop":
        return multi(prediction, question.answer)
    # The official scorer compares with the part before a semicolon where reasons follow.
    cut = question.category == "open-domain"
    gold = question.answer.split(";")[0].strip() if cut else question.answer
    return overlap(prediction, gold)
