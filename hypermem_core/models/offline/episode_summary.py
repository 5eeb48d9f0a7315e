"""Offline twin of `hypermem/episode_summary`: title, summary, account and keywords."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.facts import tell
from hypermem_core.models.offline.keywords import keywords
from hypermem_core.models.offline.phrasing import (
    best_sentences,
    clause_title,
    joined,
    listed,
    without_dates,
)
from hypermem_core.models.offline.sentences import has_cjk
from hypermem_core.replies import SummaryReply
from hypermem_core.types import Turn


def reply(turns: Sequence[Turn]) -> SummaryReply:
    """Return the summary of an episode, made of its facts' own sentences."""
    names = list(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))
    texts = [fact.text for fact in tell(turns)]
    told = joined(texts)
    terms = keywords(without_dates(told), 10, names)
    people = listed(names)
    summary = joined(best_sentences(texts, 3)) or _greeting(people)
    title = clause_title(texts, names) or _title(people, terms, has_cjk(told))
    return SummaryReply(title, summary, _account(turns, people, told), terms)


def _greeting(people: str) -> str:
    if has_cjk(people):
        return f"{people}互相问候。"
    return f"{people or 'The speakers'} exchanged greetings."


def _title(people: str, terms: Sequence[str], chinese: bool) -> str:
    if chinese:
        return f"{people}谈{'、'.join(terms[:3])}" if terms else f"{people}闲聊"
    if not terms:
        return f"Small talk between {people}" if people else "Small talk of a few turns"
    return f"{people} on {listed(terms[:3])}" if people else f"Talk about {listed(terms[:3])}"


def _account(turns: Sequence[Turn], people: str, told: str) -> str:
    """Return the chronological account, opened by its date."""
    time = next((turn.time for turn in turns if turn.time), None)
    body = told or _greeting(people)
    if time is None:
        return body
    if has_cjk(body):
        return f"{time.year}年{time.month}月{time.day}日：{body}"
    return f"On {time.day} {time:%B} {time.year}: {body}"
