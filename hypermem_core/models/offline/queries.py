"""Writes one to three questions that a fact answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from hypermem_core.models.offline import chinese_dates
from hypermem_core.models.offline.keywords import keywords
from hypermem_core.models.offline.sentences import has_cjk, sentences, words
from hypermem_core.models.offline.verbs import (
    ADVERBS,
    BASE,
    MODALS,
    base_of_past,
    base_of_third,
    is_past,
)

_BRACKETS = re.compile(r"\s*[(（][^)）]{0,60}[)）]")
_BREAK = re.compile(
    r"\s+(?:and|but|so|because|since|which|while|when|as|where|that)\s|[,;:!?.–—]|\s-+\s"
)
_TIME = re.compile(
    r"\b(?:(?:on |last |this |next |past )+(?:\w+day|week\w*|month|year|night|fri|sat|sun)|today|"
    r"yesterday|tomorrow|tonight|(?:a |an |\w+ )(?:few |couple of )?(?:days?|weeks?|months?|years?|"
    r"weekends?) (?:ago|back)|the week before|recently|just|finally|also)\b\s*",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"\b(?:in|at|for|with|from|on|about|of|into|during|near)\b")
_AUXILIARY = frozenset("is was are were has had will would can could should might".split())
_EMPTY = frozenset("be get feel go bet mean hope guess agree appreciate".split())
_OWNED = frozenset("a an the their his her two three four five some many no one".split())
_OPEN = frozenset("it that this these those them".split())  # objects that ask for nothing
MOST = 3


@dataclass(frozen=True, slots=True)
class _Clause:
    """What a speaker does: `did`, `make`, `a blue bowl at the studio`."""

    auxiliary: str
    base: str
    rest: str
    dated: bool


def _clauses(text: str, speaker: str) -> list[_Clause]:
    """Return the clauses whose subject is the speaker, at most one a sentence."""
    found = [_clause(sentence, speaker) for sentence in sentences(text)]
    return [clause for clause in found if clause is not None]


def _clause(sentence: str, speaker: str) -> _Clause | None:
    dated = _BRACKETS.search(sentence) is not None
    plain = _BRACKETS.sub("", sentence)
    at = plain.find(f"{speaker} ")
    if at < 0:
        return None
    parts = plain[at + len(speaker) :].split()
    while parts and parts[0] in ADVERBS:
        parts.pop(0)
    if not parts or not parts[0].isalpha():
        return None
    rest = _BREAK.split(" " + _TIME.sub("", " ".join(parts[1:]) + " "), maxsplit=1)[0]
    return _parsed(parts[0], " ".join(rest.split()[:10]), dated)


def _parsed(verb: str, rest: str, dated: bool) -> _Clause | None:
    if not rest:
        return None
    if verb in {"does", "did"}:  # `does love the cat`
        base, _, rest = rest.partition(" ")
        return _Clause(verb, base, rest, dated) if rest else None
    if verb in {"has", "had"} and rest.split()[0] in _OWNED:  # `has a cat`
        return _Clause("does" if verb == "has" else "did", "have", rest, dated)
    if verb in _AUXILIARY:
        return _Clause(verb, "", rest, dated)
    if verb in MODALS:
        return None
    if is_past(verb):
        return _Clause("did", base_of_past(verb), rest, dated)
    if verb.endswith("s") and base_of_third(verb) in BASE | {"have", "do", "go"}:
        return _Clause("does", base_of_third(verb), rest, dated)
    return None


def _said(clause: _Clause, speaker: str) -> str:
    parts = (clause.auxiliary, speaker, clause.base, clause.rest)
    return " ".join(part for part in parts if part)


def _what(clause: _Clause, speaker: str) -> str:
    """Return the question for a clause's object: `What did Ana make at the studio?`."""
    if clause.auxiliary not in {"did", "does"} or clause.base in _EMPTY:
        return ""
    first, _, after = clause.rest.partition(" ")
    if first == "to" and after:  # `wants to solidify the plan` asks for the plan
        verb, _, rest = after.partition(" ")
        head = f"{clause.base} to {verb}" if rest else f"{clause.base} to do"
        return f"What {clause.auxiliary} {speaker} {head}{_tail(rest)}?"
    if first in _OPEN or _PREPOSITION.fullmatch(first):
        return ""
    return f"What {clause.auxiliary} {speaker} {clause.base}{_tail(clause.rest)}?"


def _tail(rest: str) -> str:
    """Return what follows the object: from its first preposition on, if two words are left."""
    found = _PREPOSITION.search(rest)
    tail = rest[found.start() :] if found else ""
    return f" {tail}" if len(tail.split()) >= 2 else ""


def _from_clauses(text: str, speaker: str, when: str, where: str) -> list[str]:
    clauses = _clauses(text, speaker)
    dated = next((clause for clause in clauses if clause.dated), None)
    found = [f"When {_said(dated, speaker)}?"] if when and dated else []
    placed = next((c for c in clauses if c.auxiliary == "did" and where and where in c.rest), None)
    if placed:
        away = re.sub(rf"\s*\b\w+ (?:the )?{re.escape(where)}.*$", "", placed.rest)
        found.append(f"Where {_said(replace(placed, rest=away), speaker)}?")
    return found + [question for clause in clauses if (question := _what(clause, speaker))]


def _chinese_when(text: str) -> str:
    """Return the clause that holds a date, asked for it: `丽丽什么时候去了医院？`."""
    for clause in re.split("[，。！？；]", _BRACKETS.sub("", text)):
        spans = chinese_dates.find(clause, date(2000, 1, 1))
        if spans:
            start, end = min(span[:2] for span in spans)
            return f"{clause[:start]}什么时候{clause[end:]}？"
    return ""


def _about(text: str, speaker: str, names: Sequence[str]) -> str:
    terms = keywords(_BRACKETS.sub("", text), 3, names)
    if not terms:
        return ""
    if has_cjk(text):
        return f"{speaker}说了关于{'、'.join(terms)}的什么？"
    listed = " and ".join([", ".join(terms[:-1]), terms[-1]] if len(terms) > 1 else terms)
    return f"What did {speaker} say about {listed}?"


def questions(
    text: str, names: Sequence[str], when: str, where: str, asked: str, photo: str
) -> list[str]:
    """Return one to three questions a fact answers; the one it replied to comes first.

    `names` are the people of the chat, the speaker first.
    """
    speaker = names[0] if names else ""
    found = [asked] if asked and len(words(asked)) > 1 else []
    if has_cjk(text) and when:
        found.append(_chinese_when(text))
    found += _from_clauses(text, speaker, when, where)
    if photo and not found:
        found.append(f"What does {speaker}'s photo show?")
    if len(found) < 2 and text:
        found.append(_about(text, speaker, names))
    return list(dict.fromkeys(question for question in found if question))[:MOST]
