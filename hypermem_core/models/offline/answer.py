"""Twin of `shared/answer` and `shared/answer_brief`: the best span of the best evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.match import Match, matches, terms
from hypermem_core.models.offline.spans import (
    SPANS,
    dated_inside,
    kind_of,
    names,
    number,
    parts,
    usual_names,
    wants_a_name,
)
from hypermem_core.replies import AnswerReply
from hypermem_core.types import Evidence

NOTHING = "No information available"
TRIED = 3  # pieces of evidence of which one must match well what is counted
ENOUGH = 0.2  # share of the question's weight that the best evidence must cover
ALIKE = 0.4  # share of the best score that still speaks of the thing counted
UNNAMED = 0.4  # the same where the best evidence names nobody the question names
LIKE_BEST = 0.45  # share of the best score that still joins a list
LISTED = 4  # pieces of evidence a list is made of, at most
_VERB = r"(?!(?:is|was|were|are|do|does|did|has|have|had)\b)"
_LIST = re.compile(
    rf"\b(?:what|which) (?:{_VERB}\w+ ){{0,2}}{_VERB}\w{{2,}}(?<![sui])s\b|哪些|哪几", re.I
)


def _counted(question: str, ranked: list[Match]) -> AnswerReply:
    """Return a stated number, or how many distinct days the matching evidence speaks of."""
    for match in ranked[:3]:
        stated = number(question, match.item.text)
        if stated:
            return _cited(stated, [match], "The evidence states the number.")
    dated = [m for m in ranked if m.named and _event(m)] or ranked
    alike = [m for m in dated if m.score >= ALIKE * dated[0].score]
    days = {_day(match) for match in alike}
    return _cited(str(len(days)), alike, "Counted the distinct days of matching evidence.")


def _event(match: Match) -> str:
    """Return the date of the event a piece of evidence tells of, empty if it gives none."""
    _, body, event = parts(match.item.text)
    return event or dated_inside(body)


def _day(match: Match) -> str:
    return _event(match) or parts(match.item.text)[0] or match.item.node_id


def _cited(text: str, used: Sequence[Match], why: str) -> AnswerReply:
    turns = dict.fromkeys(turn for match in used for turn in match.item.turn_ids)
    return AnswerReply(text, why, list(turns))


def _listed(question: str, ranked: Sequence[Match]) -> AnswerReply:
    """Return what several strong pieces of evidence say, each thing once."""
    used = [m for m in ranked[:LISTED] if m.score >= LIKE_BEST * ranked[0].score]
    spans: dict[str, Match] = {}
    named = [(n, m) for m in used for n in names(question, m.item.text)]
    said = [(SPANS["what"](question, m.passage), m) for m in used]
    for span, match in named if wants_a_name(question) and named else said:
        if not any(set(terms(span)) <= set(terms(known)) for known in spans):
            spans[span] = match
    return _cited(", ".join(spans), list(spans.values()), "Merged from the best evidence.")


def reply(question: str, evidence: Sequence[Evidence]) -> AnswerReply:
    """Return the answer's words, why, and the turns they come from."""
    ranked = matches(question, evidence)
    kind = kind_of(question)
    tried = ranked[: TRIED if kind == "how many" else 1]
    if not any(m.covered >= (ENOUGH if m.named else UNNAMED) for m in tried):
        return AnswerReply(NOTHING, "No evidence matches the question well.", [])
    if kind == "how many":
        return _counted(question, ranked)
    if kind in {"what", "who"}:  # who speaks is as good as said: it answers nothing
        question = f"{question} {usual_names([match.item.text for match in ranked])}"
    if kind == "what" and _LIST.search(question):
        return _listed(question, ranked)
    line = ranked[0].item.text if kind in {"when", "yes/no"} else ranked[0].passage
    span = SPANS[kind](question, line)
    return _cited(span, ranked[:1], f"Best span for a question of kind {kind!r}.")
