"""Offline twin of `hypermem/topic_new`: names and sums up the thread its episodes share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hypermem_core.models.background import Background
from hypermem_core.models.offline.contests import tells_result
from hypermem_core.models.offline.keywords import keywords, singular, terms
from hypermem_core.models.offline.phrasing import (
    joined,
    key_phrase,
    nounlike,
    weight,
    without_dates,
)
from hypermem_core.models.offline.sentences import has_cjk, sentences, words
from hypermem_core.models.offline.threads import Thread, ThreadIndex, idf, thread_index
from hypermem_core.models.offline.topic_title import thread_title
from hypermem_core.replies import TopicReply
from hypermem_core.types import Episode

MOST_SENTENCES = 6


def reply(
    episodes: Sequence[Episode], about: str = "", background: Background | None = None
) -> TopicReply:
    """Return a topic of one or more episodes, of the thread that `about` names if it is one."""
    merged = merged_keywords([episode.keywords for episode in episodes])
    if background is not None and episodes:
        index = thread_index(background)
        thread = index.named(about) if about else next(iter(index.of(episodes[-1].id)), None)
        if thread is not None:
            return _of_thread(index, thread, episodes, merged)
        title = subject(episodes[-1], index)
        return TopicReply(title, _summary(episodes), joined_words([title], merged))
    # Named after the newest: what earlier episodes are about already names a topic of its own.
    title = title_of(episodes[-1:], _shared(episodes) or merged)
    return TopicReply(title, _summary(episodes), merged)


def _of_thread(
    index: ThreadIndex, thread: Thread, episodes: Sequence[Episode], merged: list[str]
) -> TopicReply:
    named = index.shown(thread)
    told = [p for e in episodes for p in telling_sentences(e, named, 2, thread.contest)]
    title = thread_title(index.words, thread, episodes) or named[0]
    return TopicReply(title, joined(told[:MOST_SENTENCES]), joined_words(named, merged))


def _summary(episodes: Sequence[Episode]) -> str:
    each = max(1, 3 // max(1, len(episodes)))
    summary = [part for episode in episodes for part in sentences(episode.summary)[:each]]
    return joined(summary[:MOST_SENTENCES])


def joined_words(first: Sequence[str], more: Sequence[str], most: int = 24) -> list[str]:
    """Return both lists in order, no word twice whatever its number."""
    shown: dict[str, str] = {}
    for word in (*first, *more):
        shown.setdefault(singular(word), word)
    return list(shown.values())[:most]


def telling_sentences(
    episode: Episode, about: Sequence[str], most: int, contest: bool = False
) -> list[str]:
    """Return the sentences of an episode's account that tell most of some words, in order.

    With `contest` a sentence that tells a result tells of them too.
    """
    parts = sentences(_DATE.sub("", episode.text)) or sentences(episode.summary)
    keys = {singular(word) for word in about}
    counts = Counter(term for part in parts for term in terms(without_dates(part)))
    told = [_named(part, keys, about) + (contest and tells_result(part)) for part in parts]
    scores = [n * _clear(part, counts) if n else 0.0 for n, part in zip(told, parts, strict=True)]
    order = sorted(range(len(parts)), key=lambda i: (-scores[i], i))[:most]
    kept = [parts[i] for i in sorted(order) if scores[i] > 0]
    return kept or sentences(episode.summary)[:1]


def _named(sentence: str, keys: set[str], about: Sequence[str]) -> int:
    """Return how many of some words a sentence says."""
    if has_cjk(sentence):
        return sum(word in sentence for word in about)
    return len(keys & {singular(word) for word in words(sentence)})


def _clear(sentence: str, counts: Counter[str]) -> float:
    """Return how much a sentence tells without those around it."""
    if has_cjk(sentence):
        return 1 + len(sentence) / 1000
    vague = 0.4 if _VAGUE.match(sentence) else 1.0  # "She said so" tells nothing by itself
    return vague * weight(sentence, counts)


_DATE = re.compile(r"^On \d+ \w+ \d+: |^\d+年\d+月\d+日：")
_VAGUE = re.compile(r"(?:It|He|She|They|That|This|And|But|So|Then|There)\b|.{0,12}: ")


def subject(episode: Episode, index: ThreadIndex) -> str:
    """Return what an episode outside all threads is about: its surest and most said noun."""
    counts = index.words
    said = [word for word, within in counts.within.items() if episode.id in within]
    best = min(
        (w for w in said if counts.nouns[w] >= 0.5 and counts.shown.get(w, "").islower()),
        key=lambda word: (-counts.within[word][episode.id] * idf(counts, word), word),
        default="",
    )
    phrases = [p for p, found in counts.phrases.get(best, {}).items() if episode.id in found]
    shown = min(phrases, default="") or counts.shown.get(best, "")
    return shown[:1].upper() + shown[1:] or episode.title or "Small talk"


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
    for found in lists:
        for word in dict.fromkeys(found):
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
