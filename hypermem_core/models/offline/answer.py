"""Twin of `shared/answer` and `shared/answer_brief`: the best span of the best evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from hypermem_core.models.offline.spans import SPANS, kind_of, number, parts
from hypermem_core.replies import AnswerReply
from hypermem_core.retrieval.text import tokenize
from hypermem_core.types import Evidence

NOTHING = "No information available"
ENOUGH = 0.34  # share of the question's weight that the best evidence must cover
PRIOR = 0.3  # what the first place of retrieval is worth against covering the whole question
_LIST = re.compile(r"^(what|which) (?:\w+ )?(?:\w+s)\b(?! (?:is|was|does|did) )|哪些|哪几", re.I)


@dataclass(frozen=True, slots=True)
class _Match:
    item: Evidence
    covered: float  # share of the question's weight
    score: float


def _matches(question: str, evidence: Sequence[Evidence]) -> list[_Match]:
    """Return the evidence, best first; rare words of the question count most."""
    # Facts and turns state things; a summary is read only where there is nothing else.
    items = [item for item in evidence if item.kind not in {"episode", "topic"}] or list(evidence)
    terms = [set(tokenize(item.text)) for item in items]
    seen = Counter(term for found in terms for term in found)
    weights = {t: log(1 + len(items) / (0.5 + seen[t])) for t in set(tokenize(question))}
    total = sum(weights.values()) or 1.0
    matches = []
    for rank, (item, found) in enumerate(zip(items, terms, strict=True)):
        covered = sum(weight for term, weight in weights.items() if term in found) / total
        matches.append(_Match(item, covered, covered + PRIOR / (1 + rank / 3)))
    return sorted(matches, key=lambda match: -match.score)


def _counted(question: str, matches: list[_Match]) -> AnswerReply:
    """Return a stated number, or how many distinct days the matching evidence speaks of."""
    for match in matches[:3]:
        stated = number(question, match.item.text)
        if stated and match.covered >= ENOUGH:
            return _cited(stated, [match], "The evidence states the number.")
    best = max(match.covered for match in matches)
    alike = [match for match in matches if match.covered >= max(ENOUGH, 0.8 * best)]
    days = {parts(m.item.text)[2] or parts(m.item.text)[0] or m.item.node_id for m in alike}
    return _cited(str(len(days)), alike, "Counted the distinct days of matching evidence.")


def _cited(text: str, matches: Sequence[_Match], why: str) -> AnswerReply:
    turns = dict.fromkeys(turn for match in matches for turn in match.item.turn_ids)
    return AnswerReply(text, why, list(turns))


def reply(question: str, evidence: Sequence[Evidence]) -> AnswerReply:
    """Return the answer's words, why, and the turns they come from."""
    matches = _matches(question, evidence)
    if not matches or matches[0].covered < ENOUGH:
        return AnswerReply(NOTHING, "No evidence matches the question well.", [])
    kind = kind_of(question)
    if kind == "how many":
        return _counted(question, matches)
    used = matches[:1]
    if kind == "what" and _LIST.search(question):
        used = [m for m in matches[:3] if m.score >= 0.8 * matches[0].score]
    spans = dict.fromkeys(SPANS[kind](question, match.item.text) for match in used)
    return _cited(", ".join(spans), used, f"Best span for a question of kind {kind!r}.")
