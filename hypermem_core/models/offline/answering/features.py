"""What speaks for a span as the answer: features of its sentence and of its own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from hypermem_core.models.offline.answering import lexicon
from hypermem_core.models.offline.answering.candidates import (
    ARTICLES,
    AUXILIARIES,
    PREPOSITIONS,
    Span,
)
from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import Line, terms
from hypermem_core.models.offline.answering.names import is_name, wants_a_name
from hypermem_core.models.offline.answering.support import Support

Features = dict[str, float]
_VAGUE = frozenset(
    terms("lot thing things stuff way time bit kind sort super great awesome amazing nice cool "
          "good best big really something anything everything one fun")
)  # fmt: skip
KIN = re.compile(
    r"\b(?:mother|mom|mum|father|dad|sister|brother|friends?|wife|husband|partner|daughter|son|aunt|"
    r"uncle|cousin|neighbou?rs?|coach|teacher|boss|colleagues?|co-?workers?|teammates?|grandmother|"
    r"grandma|grandfather|grandpa|family|parents|kids|children|mentors?|girlfriend|boyfriend|team|"
    r"group|organi[sz]ation|band|nephew|niece|doctor|therapist)\b"
)
_PLACED = frozenset("in at to from near into around on inside visited".split())
_REASONS = frozenset("because since as due 'cause for".split())
_COPULA = frozenset("is was are were be it's feels felt feel looks seems means represents".split())
_CALLED = frozenset("called named titled".split())
_PRONOUNS = frozenset("it they he she them him it's they're he's she's there what".split())
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:January|February|March|April|June|July|August|September|October|"
    r"November|December|\w+day|ago|last|week(?:end)?)\b"
)
_DOES = frozenset({"do", "happen"})
_AMOUNT = re.compile(
    r"\bhow (?:much|old|far|tall|big|deep|high)\b|\bwhat (?:time|number|year)\b", re.I
)
_NUMBER = re.compile(
    r"\d|^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|"
    r"forty|fifty|hundred|thousand)$"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the features of a span are read against, made once a question."""

    asked: Asked
    people: frozenset[str]  # the speakers' names as terms
    head: frozenset[str]
    members: re.Pattern[str] | None
    name: bool
    amount: bool
    rare: Mapping[str, float]  # how rare each term is in the evidence, 0 to 1


def rareness(lines: Sequence[Line]) -> dict[str, float]:
    """Return how rare each term of some lines is: 1 for a term of one line, 0 for one of all."""
    seen: Counter[str] = Counter()
    for line in lines:
        seen.update(line.terms)
    most = log(1 + len(lines))
    return {term: 1 - log(times) / most for term, times in seen.items()}


def wanted(asked: Asked, people: frozenset[str], rare: Mapping[str, float]) -> Wanted:
    """Return what a question's spans are compared with."""
    return Wanted(
        asked,
        people,
        frozenset(terms(asked.head)),
        lexicon.pattern(asked.head),
        wants_a_name(asked.text),
        bool(_AMOUNT.search(asked.text)),
        rare,
    )


def of_sentence(support: Support, best: float, place: int) -> Features:
    """Return the features all spans of a sentence share."""
    return {
        "behind": support.score - best,
        "covered": support.covered,
        "sentence": support.share,
        "before": support.before,
        "first": float(place == 0),
        "reply": support.reply,
        "photo": float(support.sentence.photo),
        "named": float(support.named),
    }


def _form(want: Wanted, span: Span) -> Features:
    words = span.words
    size = len(words)
    held = frozenset[str]().union(*(w.terms for w in words))
    found: Features = {
        "one": float(size == 1),
        "size": size / 10,
        "size2": (size / 10) ** 2,
        "content": min(len(held), 5) / 5,
        "asked": len(held & want.asked.terms) / (len(held) or 1),
        "people": float(bool(held & want.people)),
        "vague": len(held & _VAGUE) / (len(held) or 1),
        "all vague": float(held <= _VAGUE),
        "article": float(words[0].bare in ARTICLES),
        "verb first": float(words[0].verb),
        "to": float(words[0].bare == "to"),
        "ends clause": float(span.end == len(span.clause)),
        "opens clause": float(span.start == 0),
        "pronoun": float(words[0].bare in _PRONOUNS),
        "dated": float(bool(_DATED.search(span.text))),
        "rare": sum(want.rare.get(t, 1.0) for t in held) / (len(held) or 1),
        "joined": float(any(w.bare == "and" or w.text.endswith(",") for w in words[:-1])),
        "prepositions": float(any(w.bare in PREPOSITIONS for w in words[1:])),
    }
    kind = want.asked.kind
    if kind in {"how", "why"}:
        found["size " + kind] = size / 10
    if want.asked.verb in _DOES:
        found |= {"verb first do": found["verb first"], "size do": size / 10}
    return found


def _nearness(want: Wanted, span: Span) -> float:
    """Return how near a word of the question stands before the span: 1 for next to it."""
    for distance, word in enumerate(reversed(span.clause[: span.start]), 1):
        if word.terms & want.asked.terms:
            return 1 / distance
    return 0.0


def _clause_share(want: Wanted, span: Span) -> float:
    held = frozenset[str]().union(*(w.terms for w in span.clause))
    return len(held & want.asked.terms) / (len(want.asked.terms) or 1)


def _place(want: Wanted, span: Span) -> Features:
    """Return the features of what stands before the span."""
    before = span.clause[span.start - 1] if span.start else None
    earlier = frozenset[str]().union(*(w.terms for w in span.clause[: span.start]))
    found: Features = {
        "after verb": float(before is not None and want.asked.verb in before.terms),
        "verb before": float(bool(want.asked.verb) and want.asked.verb in earlier),
        "asked before": float(bool(earlier & want.asked.terms)),
        "near": _nearness(want, span),
        "clause": _clause_share(want, span),
    }
    if before is None:
        return found
    found["after asked"] = float(bool(before.terms & want.asked.terms))
    found["after person"] = float(bool(before.terms & want.people))
    found["after preposition"] = float(before.bare in PREPOSITIONS)
    found["after auxiliary"] = float(before.bare in AUXILIARIES)
    found["after any verb"] = float(before.verb)
    found["after copula " + want.asked.kind] = float(before.bare in _COPULA)
    if want.asked.kind == "where":
        found["placed"] = float(before.bare in _PLACED)
    if want.asked.kind == "why":
        found["because"] = float(before.bare in _REASONS)
    if want.name:
        found["called"] = float(before.bare in _CALLED)
    return found


def _type(want: Wanted, span: Span) -> Features:
    """Return the features of a span that is the kind of thing asked for."""
    found: Features = {}
    text = span.text
    last = span.words[-1].terms
    if want.head:
        found["head last"] = float(bool(last & want.head) and len(span.words) > 1)
        found["head next"] = float(
            span.end < len(span.clause) and bool(span.clause[span.end].terms & want.head)
        )
    if want.members is not None:
        member = bool(want.members.search(text))
        found |= {"member": float(member), "only member": float(bool(want.members.fullmatch(text)))}
    capital = any(
        w.text[:1].isupper() or w.text[:2][1:].isupper()
        for w in span.words[bool(span.start == 0) :]
    )
    named = capital and is_name(text) and not last & want.people
    found["name"] = float(named)
    if want.name:
        found["name wanted"] = float(named)
        found["quoted"] = float('"' in text or (span.start > 0 and span.words[0].text[:1] in '"“'))
    if want.asked.kind in {"who", "where"}:
        found["name " + want.asked.kind] = float(named)
    if want.asked.kind == "who":
        found["kin"] = float(bool(KIN.search(text)))
    if want.amount:
        found["number"] = float(any(_NUMBER.search(w.bare) for w in span.words))
    return found


def of_span(want: Wanted, span: Span) -> Features:
    """Return the features of a span itself."""
    return _form(want, span) | _place(want, span) | _type(want, span)
