"""Names a thread after the words its episodes share: "Mara's chess results", "Sister Nell"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hypermem_core.models.offline.contests import RESULTS, contest_name
from hypermem_core.models.offline.keywords import singular
from hypermem_core.models.offline.noun_counts import Words
from hypermem_core.models.offline.sentences import has_cjk
from hypermem_core.models.offline.threads import Thread, idf
from hypermem_core.types import Episode

ALONE = 0.75  # share of the episodes that say a word that is the title by itself
BESIDE = 0.3  # share of the episodes that say a word which explains a name
PHRASE = 0.34  # share of a word's episodes in which a phrase of it is its better name
OWNED = 0.7  # share of the mentions that make someone the owner of a thread


def thread_title(words: Words, thread: Thread, episodes: Sequence[Episode]) -> str:
    """Return the title of a thread as far as these episodes tell it."""
    told = [episode.id for episode in episodes] or list(thread.strength)
    named = [word for word in thread.words if not word.startswith(RESULTS)]
    said = {word: sum(key in words.within.get(word, ()) for key in told) for word in named}
    contest = next((word for word in thread.words if word.startswith(RESULTS)), "")
    order = sorted(
        (word for word in named if said[word]),
        key=lambda word: (-said[word] * idf(words, word) ** 0.5, word),
    )
    if not order:
        return ""
    first = _phrase(words, order[0], told)
    if has_cjk(first):
        return "与".join(order[:2]) if len(order) > 1 and not _alike(*order[:2]) else first
    if contest:
        return f"{_capital(contest.removeprefix(RESULTS))}'s {contest_name(episodes)}"
    title = _with_second(words, order, first, said, len(told))
    who = _owner(words, order[0]) if title.islower() else ""
    return f"{who}'s {title}" if who else _capital(title)


def _with_second(
    words: Words, order: Sequence[str], first: str, said: Mapping[str, int], count: int
) -> str:
    if " " in first or len(order) < 2:
        return first
    second = words.shown[order[1]]
    if singular(second) in singular(first):
        return first
    if first[0].isupper() and second.islower() and said[order[1]] >= BESIDE * count:
        return f"{first} and {second}"  # a bare name tells little
    alone = said[order[0]] >= ALONE * count and count > 2
    return first if alone else f"{first} and {second}"


def _phrase(words: Words, word: str, told: Sequence[str]) -> str:
    """Return a word or the phrase most of its episodes say it in (`fig tree`)."""
    shown = words.shown[word]
    among = [key for key in words.within[word] if key in told]
    times = Counter({p: len(found & set(told)) for p, found in words.phrases.get(word, {}).items()})
    best = min(times, key=lambda phrase: (-times[phrase], phrase), default="")
    if best and times[best] >= max(2, PHRASE * len(among)):
        return best
    return shown


def _owner(words: Words, word: str) -> str:
    """Return the speaker most mentions of a thing are about, `""` if they share it."""
    counts = words.owners.get(word, {})
    best = max(sorted(counts), key=lambda name: counts[name], default="")
    return best if best and counts[best] >= OWNED * sum(counts.values()) else ""


def _alike(one: str, other: str) -> bool:
    return one in other or other in one


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
