"""Offline twin of `hingemem/elements`: who, when, where and about what turns are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.offline import dates
from hypermem_core.models.offline.facts import tell
from hypermem_core.models.offline.hingemem.people import people
from hypermem_core.models.offline.intervals import iso_of
from hypermem_core.models.offline.keywords import keywords, singular, terms
from hypermem_core.models.offline.noun_counts import GENERIC
from hypermem_core.models.offline.phrasing import (
    best_sentences,
    joined,
    noun_phrases,
    without_dates,
)
from hypermem_core.models.offline.places import place
from hypermem_core.models.offline.sentences import LONGEST, has_cjk, sentences, straight, words
from hypermem_core.replies import ElementsReply, TimeItem
from hypermem_core.types import Turn

MOST_TOPICS = 2
MOST_SENTENCES = 10
SECOND = 3.0  # what a second topic must weigh: a word said once is a detail
SESSION = 1.0  # what a use elsewhere in the session counts beside one in the segment


def reply(turns: Sequence[Turn]) -> ElementsReply:
    """Return the elements of turns that are one segment."""
    return elements(turns, speakers(turns), Counter())


def speakers(turns: Sequence[Turn]) -> list[str]:
    """Return who speaks, in the order of their first turn."""
    return list(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))


def elements(turns: Sequence[Turn], names: Sequence[str], session: Counter[str]) -> ElementsReply:
    """Return the elements of a segment; words frequent in its session make better topics."""
    told = [fact.text for fact in tell(turns)]
    text = joined(best_sentences(told, MOST_SENTENCES)) or _verbatim(turns)
    return ElementsReply(
        persons=people(turns, names),
        times=times(turns),
        locations=places(turns, names),
        topics=topics(joined(told), names, session),
        description=text,
    )


def _verbatim(turns: Sequence[Turn]) -> str:
    return " ".join(f"{turn.speaker}: {turn.content[:LONGEST]}".strip() for turn in turns)


def times(turns: Sequence[Turn]) -> list[TimeItem]:
    """Return the times that turns state, each once, resolved from the day it was said on."""
    found: dict[str, str] = {}
    for turn in turns:
        for item in dates.find(turn.text[:LONGEST], turn.time):
            found.setdefault(iso_of(item.when, item.phrase), item.phrase)
    return [TimeItem(said, when) for when, said in found.items()]


def places(turns: Sequence[Turn], names: Sequence[str]) -> list[str]:
    """Return the places that turns name, each once."""
    found = (place(part, names) for turn in turns for part in sentences(turn.text[:LONGEST]))
    return list(dict.fromkeys(name for name in found if name))


def topics(text: str, names: Sequence[str], session: Counter[str]) -> list[str]:
    """Return what a text is about, as one or two nouns: said often in it, and in its session."""
    plain = without_dates(text)
    counts = Counter(terms(plain))
    skip = {singular(part) for name in names for part in words(name)}
    phrases = [] if has_cjk(plain) else noun_phrases(straight(plain), skip)
    nouns = {singular(word) for phrase in phrases for word in phrase}
    labels = [word for word in keywords(plain, 16, names) if singular(word) not in GENERIC]
    place_of = {word: index for index, word in enumerate(labels)}

    def weight(word: str) -> float:
        return counts[singular(word)] + SESSION * session[singular(word)]

    def standing(word: str) -> tuple[bool, float, int]:
        known = has_cjk(plain) or singular(word) in nouns
        return not known, -weight(word), place_of[word]

    ranked = sorted(labels, key=standing)[:MOST_TOPICS]
    return ranked[:1] + [word for word in ranked[1:] if weight(word) >= SECOND]
