"""Finds a conversation's threads: rare words that recur together in several of its episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from hypermem_core.models.background import Background
from hypermem_core.models.offline.contests import RESULTS
from hypermem_core.models.offline.noun_counts import Words, counted
from hypermem_core.models.offline.sentences import has_cjk

Similarities = NDArray[np.float32]

LEAST = 3  # episodes a word must recur in, 2 in a short conversation
SHORT = 24  # episodes below which a conversation is short
COMMON, COMMON_SHORT = 0.4, 0.7  # a word in a larger share of the episodes is no thread
MOST_ANCHORS = 160
COMPANY = 8  # words said near a word that tell what it is about
COMPANY_SHARE = 0.6  # of the similarity of their companies beside being said together
JOINS = 0.3  # mean affinity from which two groups of words are one
MOST_WORDS = 8
MOST_THREADS = 4  # of one episode
ENOUGH = 0.4  # share of a thread's weight that makes an episode a member without its first word
EPISODES_PER_THREAD = 2.5
FEWEST, MOST = 8, 30  # threads of a conversation
ALIKE = 0.6  # a word this telling, beside the first, makes an episode a member alone
SAME = 0.7  # share of a thread's episodes that another one holds: it is part of that one


@dataclass(frozen=True, slots=True, eq=False)
class Thread:
    """Words that recur together, the most telling first, and the episodes that tell of them."""

    words: tuple[str, ...]  # keys of `Words`
    strength: Mapping[str, float]  # episode id → how much of it is about this thread

    @property
    def contest(self) -> bool:
        """Whether it is a series of someone's results."""
        return any(word.startswith(RESULTS) for word in self.words)


@dataclass(frozen=True, slots=True)
class ThreadIndex:
    """The threads of all episodes and the words they were made of."""

    words: Words
    threads: tuple[Thread, ...]

    def of(self, episode_id: str) -> list[Thread]:
        """Return the threads an episode is in, the strongest first, at most four."""
        mine = [thread for thread in self.threads if episode_id in thread.strength]
        return sorted(mine, key=lambda thread: -thread.strength[episode_id])[:MOST_THREADS]

    def named(self, keyword: str) -> Thread | None:
        """Return the thread whose first word this is, as a topic's first keyword shows it."""
        found = (t for t in self.threads if self.shown(t)[0].lower() == keyword.lower())
        return next(found, None)

    def shown(self, thread: Thread) -> list[str]:
        """Return a thread's words as they are written; at least one."""
        named = [word for word in thread.words if not word.startswith(RESULTS)]
        return [self.words.shown[word] for word in named or thread.words]


@lru_cache(maxsize=4)
def thread_index(background: Background) -> ThreadIndex:
    """Return the threads of a conversation; those of the last few are kept."""
    words = counted(background.episodes)
    anchors = _anchors(words)
    if not anchors:
        return ThreadIndex(words, ())
    near = _affinities(words, anchors) + COMPANY_SHARE * _companies(words, anchors, background)
    groups = _groups(near, [len(words.within[word]) for word in anchors])
    threads = [_thread(words, [anchors[i] for i in group]) for group in groups]
    return ThreadIndex(words, tuple(_chosen(words, threads)))


def idf(words: Words, word: str) -> float:
    """Return how rare a word is among the episodes, from about 0; few episodes tell less of it."""
    count = len(words.episodes)
    floor = 0.0 if count >= SHORT else 0.7
    return floor + log((1 + count) / (0.5 + len(words.within.get(word, ()))))


def _anchors(words: Words) -> list[str]:
    """Return words that recur in several episodes but not in most, the most telling first."""
    count = len(words.episodes)
    least = LEAST if count >= SHORT else 2
    most = max(least, (COMMON if count >= SHORT else COMMON_SHORT) * count)
    found = [word for word, within in words.within.items() if least <= len(within) <= most]
    return sorted(found, key=lambda word: (-_telling(words, word), word))[:MOST_ANCHORS]


def _telling(words: Words, word: str) -> float:
    """Return how well a word marks a thread: said often where it is said, and in many episodes."""
    within = words.within[word]
    spoken = sum(within.values()) / len(within)
    return sqrt(len(within)) * idf(words, word) * (0.5 + spoken) * words.nouns[word]


def _affinities(words: Words, anchors: Sequence[str]) -> Similarities:
    """Return how much more often than by chance two words are said near each other, up to 1."""
    place = {word: index for index, word in enumerate(anchors)}
    both = np.zeros((len(anchors), len(anchors)), np.float32)
    for episode in words.episodes:
        here = np.zeros_like(both, bool)
        for window in words.windows[episode]:
            held = sorted(place[word] for word in window if word in place)
            here[np.ix_(held, held)] = True
        both += here
    often = np.array([len(words.within[word]) for word in anchors], np.float32)
    product = np.outer(often, often)
    found = (both - product / len(words.episodes)) / np.sqrt(product)
    return np.where(both >= 2, found, 0.0).astype(np.float32)


def _companies(words: Words, anchors: Sequence[str], background: Background) -> Similarities:
    """Return the cosine of the words said around two words, each less the average."""
    texts = [f"{words.shown[word]}: {', '.join(_company(words, word))}" for word in anchors]
    if has_cjk(texts[0]):
        return _spelled(anchors)
    vectors = background.embed(texts)
    vectors = vectors - vectors.mean(axis=0)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return np.asarray(np.maximum(vectors @ vectors.T, 0.0), np.float32)


def _spelled(anchors: Sequence[str]) -> Similarities:
    """Return 1 for Chinese pieces of which both end alike: kinds of one thing; else 0."""
    found = [[float(a[-2:] == b[-2:]) for b in anchors] for a in anchors]
    return np.asarray(found, np.float32)


def _company(words: Words, word: str) -> list[str]:
    near: Counter[str] = Counter()
    for episode in words.within[word]:
        around = {w for window in words.windows[episode] if word in window for w in window}
        near.update(around - {word})
    order = sorted(near, key=lambda other: (-near[other] * idf(words, other), other))
    return [words.shown[other] for other in order[:COMPANY]]


def _groups(near: Similarities, often: Sequence[int]) -> list[list[int]]:
    """Return anchors grouped by average linkage, each group's most telling first."""
    groups = [[index] for index in range(len(near))]
    linked = near.astype(np.float64).copy()
    np.fill_diagonal(linked, -1.0)
    alive = np.ones(len(near), bool)
    while True:
        masked = np.where(alive[:, None] & alive[None, :], linked, -1.0)
        a, b = divmod(int(masked.argmax()), len(near))
        if masked[a, b] < JOINS:
            break
        if len(groups[a]) + len(groups[b]) > MOST_WORDS:
            linked[a, b] = linked[b, a] = -1.0
            continue
        one, other = len(groups[a]), len(groups[b])
        linked[a] = (one * linked[a] + other * linked[b]) / (one + other)
        linked[:, a] = linked[a]
        linked[a, a] = -1.0
        groups[a] += groups[b]
        alive[b] = False
    return [sorted(groups[index]) for index in range(len(near)) if alive[index]]


def _thread(words: Words, group: Sequence[str]) -> Thread:
    """Return a group of words with the episodes that say enough of them."""
    total = sum(idf(words, word) for word in group)
    least = ALIKE * _telling(words, group[0])
    strong = {word for word in group if _telling(words, word) >= least}
    strength: dict[str, float] = {}
    for episode in words.episodes:
        said = {w: words.within[w][episode] for w in group if episode in words.within[w]}
        amount = sum(idf(words, word) * (1 + log(times)) for word, times in said.items())
        if strong & said.keys() or len(said) >= 2 or amount >= ENOUGH * total:
            strength[episode] = round(amount, 6)
    named = sorted(group, key=lambda word: word.startswith(RESULTS))  # no title begins with it
    return Thread(tuple(named), strength)


def _chosen(words: Words, threads: Sequence[Thread]) -> list[Thread]:
    """Return the strongest threads; one whose episodes another mostly holds becomes part of it."""
    episodes = len(words.episodes)
    most = min(MOST, max(FEWEST, round(episodes / EPISODES_PER_THREAD)))
    least = LEAST if episodes >= SHORT else 2
    left = [t for t in threads if len(t.strength) >= (least if len(t.words) > 1 else least + 1)]
    kept: list[Thread] = []
    covered: Counter[str] = Counter()
    while left and len(kept) < most:
        best = max(left, key=lambda thread: _gain(thread, covered))
        left.remove(best)
        holder = max(kept, key=lambda other: _held(best, other), default=None)
        if holder is None or _held(best, holder) < SAME:
            kept.append(best)
        else:
            kept[kept.index(holder)] = _thread(words, [*holder.words, *best.words])
        covered.update(best.strength.keys())
    return kept


def _gain(thread: Thread, covered: Mapping[str, int]) -> float:
    """Return what a thread tells about episodes that few chosen threads tell about."""
    return sum(value / (1 + covered.get(key, 0)) for key, value in thread.strength.items())


def _held(thread: Thread, other: Thread) -> float:
    return len(thread.strength.keys() & other.strength.keys()) / len(thread.strength)
