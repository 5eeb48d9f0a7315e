"""Offline twin of `hypermem/topic_match`: which offered topics does an episode continue?"""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.background import Background
from hypermem_core.models.offline.keywords import overlap, terms
from hypermem_core.models.offline.threads import Thread, ThreadIndex, thread_index
from hypermem_core.models.offline.topic_new import keywords_of, subject
from hypermem_core.replies import ThreadMatchReply, TopicCandidate, TopicMatchReply
from hypermem_core.types import Episode

_ENOUGH = 0.78  # mean cosine to the topic plus a share of the keyword overlap
_ENOUGH_ALONE = 0.7  # the same for an episode that is in no thread
_NEAR = 0.03  # a further topic matches if it is this close to the best
_MOST = 3
_KEYWORD_SHARE = 0.25


def reply(
    episode: Episode, candidates: Sequence[TopicCandidate], background: Background | None = None
) -> TopicMatchReply:
    """Return the local ids of the topics that the episode goes on with, best first.

    With a background the conversation's threads decide, and `another` names those not offered.
    """
    if background is None:
        return _by_words(episode, candidates)
    index = thread_index(background)
    threads = index.of(episode.id)
    if threads:
        return _by_threads(index, threads, candidates)
    found = _by_words(episode, candidates, _ENOUGH_ALONE)
    return found if found.matches else ThreadMatchReply([], found.reason, [subject(episode, index)])


def _by_threads(
    index: ThreadIndex, threads: Sequence[Thread], candidates: Sequence[TopicCandidate]
) -> TopicMatchReply:
    offered = {index.named(c.keywords[0]): c.local_id for c in candidates if c.keywords}
    held = [thread for thread in threads if thread in offered]
    told = [index.shown(thread)[0] for thread in threads]
    another = [index.shown(thread)[0] for thread in threads if thread not in offered]
    return ThreadMatchReply(
        [offered[thread] for thread in held], f"Tells of {', '.join(told)}", another
    )


def _by_words(
    episode: Episode, candidates: Sequence[TopicCandidate], enough: float = _ENOUGH
) -> TopicMatchReply:
    mine = terms(" ".join(keywords_of(episode)))
    scored = [(_score(mine, candidate), candidate) for candidate in candidates]
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].local_id))
    if not ranked or ranked[0][0] < enough:
        return TopicMatchReply([], "No topic is close enough in words and meaning")
    floor = max(enough, ranked[0][0] - _NEAR)
    kept = [candidate for score, candidate in ranked if score >= floor][:_MOST]
    shared = _shared(mine, kept[0])
    reason = f"Shares {', '.join(shared)}" if shared else f"Similarity {kept[0].similarity:.2f}"
    return TopicMatchReply([candidate.local_id for candidate in kept], reason)


def _terms(candidate: TopicCandidate) -> list[str]:
    return terms(" ".join(candidate.keywords))


def _score(mine: list[str], candidate: TopicCandidate) -> float:
    return candidate.similarity + _KEYWORD_SHARE * overlap(mine, _terms(candidate))


def _shared(mine: list[str], candidate: TopicCandidate) -> list[str]:
    theirs = set(_terms(candidate))
    return [term for term in dict.fromkeys(mine) if term in theirs][:3]
