"""Offline twin of `hingemem/elements`: who, when, where and about what turns are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.offline import dates
from hypermem_core.models.offline.facts import tell
from hypermem_core.models.offline.hingemem.people import people
from hypermem_core.models.offline.intervals import iso_of
from hypermem_core.models.offline.keywords import keywords, singular, terms
from hypermem_core.models.offline.phrasing import best_sentences, joined, nounlike, without_dates
from hypermem_core.models.offline.places import place
from hypermem_core.models.offline.sentences import LONGEST, has_cjk, sentences
from hypermem_core.replies import ElementsReply, TimeItem
from hypermem_core.types import Turn

MOST_TOPICS = 2
MOST_SENTENCES = 10


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
    labels = keywords(plain, 12, names)
    if not has_cjk(plain):
        labels = [word for word in labels if nounlike(word.lower(), set())] or labels
    place_of = {word: index for index, word in enumerate(labels)}
    labels.sort(key=lambda word: (-_weight(singular(word), counts, session), place_of[word]))
    return labels[:MOST_TOPICS]


def _weight(term: str, counts: Counter[str], session: Counter[str]) -> float:
    return counts[term] + 0.5 * session[term]
