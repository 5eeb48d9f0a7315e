"""Twin of `shared/answer` and `shared/answer_brief`: the best span of the best evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.match import Match, matches, terms
from hypermem_core.models.offline.spans import (
    SPANS,
    kind_of,
    names,
    number,
    parts,
    wants_a_name,
)
from hypermem_core.replies import AnswerReply
from hypermem_core.types import Evidence

NOTHING = "No information available"
ENOUGH = 0.25  # share of the question's weight that the best evidence must cover
LISTED = 4  # pieces of evidence a list is made of, at most
_LIST = re.compile(
    r"\b(?:what|which)(?: \w+){0,2}? \w{2,}(?<![sui])s\b(?! (?:is|was|does|did|has)\b)|哪些|哪几",
    re.I,
)
_COUNTED = re.compile(r"\bhow many (?:\w+ )?(\w+?s|people|children|times)\b", re.I)


def _counted(question: str, ranked: list[Match]) -> AnswerReply:
    """Return a stated number, or how many distinct days the matching evidence speaks of."""
    for match in ranked[:3]:
        stated = number(question, match.item.text)
        if stated and match.covered >= ENOUGH:
            return _cited(stated, [match], "The evidence states the number.")
    best = max(match.covered for match in ranked)
    alike = [match for match in ranked if match.covered >= max(ENOUGH, 0.8 * best)]
    days = {_day(match) for match in alike}
    return _cited(str(len(days)), alike, "Counted the distinct days of matching evidence.")


def _day(match: Match) -> str:
    said, _, event = parts(match.item.text)
    inside = SPANS["when"]("", match.item.text)
    return event or inside or said or match.item.node_id


def _cited(text: str, used: Sequence[Match], why: str) -> AnswerReply:
    turns = dict.fromkeys(turn for match in used for turn in match.item.turn_ids)
    return AnswerReply(text, why, list(turns))


def _listed(question: str, ranked: Sequence[Match]) -> AnswerReply:
    """Return what several strong pieces of evidence say, each thing once."""
    used = [m for m in ranked[:LISTED] if m.score >= 0.7 * ranked[0].score]
    spans: dict[str, Match] = {}
    for match in used:
        found = names(question, match.passage) if wants_a_name(question) else []
        for span in found or [SPANS["what"](question, match.passage)]:
            if not any(set(terms(span)) <= set(terms(known)) for known in spans):
                spans[span] = match
    return _cited(", ".join(spans), list(spans.values()), "Merged from the best evidence.")


def reply(question: str, evidence: Sequence[Evidence]) -> AnswerReply:
    """Return the answer's words, why, and the turns they come from."""
    ranked = matches(question, evidence)
    if not ranked or ranked[0].covered < ENOUGH:
        return AnswerReply(NOTHING, "No evidence matches the question well.", [])
    kind = kind_of(question)
    if kind == "how many":
        return _counted(question, ranked)
    if kind == "what" and _LIST.search(question):
        return _listed(question, ranked)
    line = ranked[0].item.text if kind in {"when", "yes/no"} else ranked[0].passage
    span = SPANS[kind](question, line)
    return _cited(span, ranked[:1], f"Best span for a question of kind {kind!r}.")
