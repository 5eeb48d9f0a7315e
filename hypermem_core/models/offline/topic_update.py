"""Offline twin of `hypermem/topic_update`: takes one more episode into a topic."""

from __future__ import annotations

from hypermem_core.models.offline.keywords import singular, terms
from hypermem_core.models.offline.phrasing import joined
from hypermem_core.models.offline.sentences import sentences
from hypermem_core.models.offline.topic_new import (
    MOST_SENTENCES,
    keywords_of,
    merged_keywords,
    title_of,
)
from hypermem_core.replies import TopicReply
from hypermem_core.types import Episode, Topic

_OPENING = 2  # sentences of the topic's beginning that are never dropped


def reply(topic: Topic, episode: Episode) -> TopicReply:
    """Return the topic with the episode's keywords and its first sentence added."""
    merged = merged_keywords([topic.keywords, keywords_of(episode)])
    told = sentences(topic.summary)
    added = next((part for part in sentences(episode.summary) if part not in told), "")
    told += [added] if added else []
    if len(told) > MOST_SENTENCES:
        told = told[:_OPENING] + told[_OPENING - MOST_SENTENCES :]
    return TopicReply(_title(topic, episode, merged), joined(told), merged)


def _title(topic: Topic, episode: Episode, merged: list[str]) -> str:
    """Keep the title unless none of its words is a keyword any more."""
    known = {singular(part) for word in merged for part in word.split()}
    if topic.title and (known & set(terms(topic.title)) or not known):
        return topic.title
    return topic.title or title_of([episode], merged)
