"""Offline twin of `hypermem/topic_match`: which offered topics does an episode continue?"""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.keywords import overlap, terms
from hypermem_core.models.offline.topic_new import keywords_of
from hypermem_core.replies import TopicCandidate, TopicMatchReply
from hypermem_core.types import Episode

_ENOUGH = 0.78  # mean cosine to the topic plus a share of the keyword overlap
_NEAR = 0.03  # a further topic matches if it is this close to the best
_MOST = 3
_KEYWORD_SHARE = 0.25


def reply(episode: Episode, candidates: Sequence[TopicCandidate]) -> TopicMatchReply:
    """Return the local ids of the topics that the episode goes on with, best first."""
    mine = terms(" ".join(keywords_of(episode)))
    scored = [(_score(mine, candidate), candidate) for candidate in candidates]
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].local_id))
    if not ranked or ranked[0][0] < _ENOUGH:
        return TopicMatchReply([], "No topic is close enough in words and meaning")
    floor = max(_ENOUGH, ranked[0][0] - _NEAR)
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
