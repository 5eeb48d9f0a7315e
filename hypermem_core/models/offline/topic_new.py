"""Offline twin of `hypermem/topic_new`: names and sums up the thread its episodes share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.offline.keywords import keywords, singular
from hypermem_core.models.offline.phrasing import joined, key_phrase, nounlike, without_dates
from hypermem_core.models.offline.sentences import has_cjk, sentences
from hypermem_core.replies import TopicReply
from hypermem_core.types import Episode

MOST_SENTENCES = 6


def reply(episodes: Sequence[Episode]) -> TopicReply:
    """Return a topic of one or more episodes."""
    merged = merged_keywords([episode.keywords for episode in episodes])
    told = [f"{episode.summary}" for episode in episodes]
    each = max(1, 3 // max(1, len(episodes)))
    summary = [part for text in told for part in sentences(text)[:each]]
    # Named after the newest: what earlier episodes are about already names a topic of its own.
    title = title_of(episodes[-1:], _shared(episodes) or merged)
    return TopicReply(title, joined(summary[:MOST_SENTENCES]), merged)


def _shared(episodes: Sequence[Episode]) -> list[str]:
    """Return the newest episode's keywords, those that another of them has too first."""
    if not episodes:
        return []
    others = {singular(word) for episode in episodes[:-1] for word in keywords_of(episode)}
    return sorted(keywords_of(episodes[-1]), key=lambda word: singular(word) not in others)


def merged_keywords(lists: Sequence[Sequence[str]], most: int = 24) -> list[str]:
    """Return the union of keyword lists: those in most lists first, then in order."""
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for words in lists:
        for word in dict.fromkeys(words):
            key = singular(word)
            counts[key] += 1
            shown.setdefault(key, word)
    return [shown[key] for key, _ in counts.most_common(most)]


def title_of(episodes: Sequence[Episode], merged: Sequence[str]) -> str:
    """Return a short title: whose thread it is, and its most telling phrase."""
    text = " ".join(f"{episode.title}. {episode.text}" for episode in episodes)
    people = _people(text)
    first = merged[0] if merged else ""
    phrase = first if has_cjk(text) else key_phrase(text, people) or first
    if not phrase:
        return episodes[0].title if episodes else "Small talk"
    owner = _owner(text, people)
    if has_cjk(phrase):
        return f"{owner}的{phrase}" if owner else phrase
    second = next((word for word in merged if _fresh(word, phrase)), "")
    if " " not in phrase and second:
        phrase = f"{phrase} and {second}"
    return f"{owner}'s {phrase}" if owner else phrase[:1].upper() + phrase[1:]


def _fresh(word: str, phrase: str) -> bool:
    repeated = singular(word) in {singular(part) for part in phrase.split()}
    return not repeated and nounlike(word.lower(), set())


def _people(text: str) -> list[str]:
    """Return who acts in an account (`Ana went`, `Ana:`, `Ana's`), most frequent first."""
    acting = re.findall(
        r"\b([A-Z][\w-]+)(?:'s\b|:| (?:is|has|was|\w+s|\w+ed|shared|asked|would)\b)", text
    )
    counts = Counter(word for word in acting if word.lower() not in _NO_NAMES)
    return [name for name, count in counts.most_common(6) if count >= 1]


_NO_NAMES = frozenset(
    "it that this there what he she they we on who the here how where when let one life".split()
)


def _owner(text: str, people: Sequence[str]) -> str:
    """Return the one whom most of the account is about, `""` if two share it."""
    counts = [len(re.findall(rf"\b{re.escape(name)}\b", without_dates(text))) for name in people]
    if not counts:
        return ""
    top = max(range(len(counts)), key=lambda i: counts[i])
    return people[top] if counts[top] >= 0.6 * sum(counts) else ""


def keywords_of(episode: Episode) -> list[str]:
    """Return an episode's keywords, made from its text if it has none."""
    return list(episode.keywords) or keywords(f"{episode.title} {episode.summary}", 10)
