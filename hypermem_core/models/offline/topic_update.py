"""Offline twin of `hypermem/topic_update`: takes one more episode into a topic."""

from __future__ import annotations

from hypermem_core.models.background import Background
from hypermem_core.models.offline.keywords import singular, terms
from hypermem_core.models.offline.phrasing import joined
from hypermem_core.models.offline.sentences import sentences
from hypermem_core.models.offline.threads import Thread, thread_index
from hypermem_core.models.offline.topic_new import (
    MOST_SENTENCES,
    keywords_of,
    merged_keywords,
    telling_sentences,
    title_of,
)
from hypermem_core.models.offline.topic_title import thread_title
from hypermem_core.replies import TopicReply
from hypermem_core.types import Episode, Topic

_OPENING = 2  # sentences of the topic's beginning that are never dropped


def reply(topic: Topic, episode: Episode, background: Background | None = None) -> TopicReply:
    """Return the topic with the episode's keywords and its most telling sentence added.

    With a background its title follows what its episodes so far share.
    """
    merged = merged_keywords([topic.keywords, keywords_of(episode)])
    thread = _thread(topic, background)
    told = sentences(topic.summary)
    new = _told(topic, thread, episode) if background else sentences(episode.summary)
    added = next((part for part in new if part not in told), "")
    told += [added] if added else []
    if len(told) > MOST_SENTENCES:
        told = told[:_OPENING] + told[_OPENING - MOST_SENTENCES :]
    title = _title(topic, episode, merged)
    if background and thread:
        title = _of_thread(thread, episode, background) or title
    return TopicReply(title, joined(told), merged)


def _thread(topic: Topic, background: Background | None) -> Thread | None:
    """Return the thread the topic was opened for."""
    if background is None or not topic.keywords:
        return None
    return thread_index(background).named(topic.keywords[0])


def _told(topic: Topic, thread: Thread | None, episode: Episode) -> list[str]:
    """Return the sentence of an episode that tells most of a topic."""
    about = topic.keywords[: len(thread.words) if thread else 8]
    return telling_sentences(episode, about, 1, thread is not None and thread.contest)


def _of_thread(thread: Thread, episode: Episode, background: Background) -> str:
    """Return the title of a thread as far as it is told."""
    last = background.episodes.index(episode) + 1
    told = [found for found in background.episodes[:last] if found.id in thread.strength]
    return thread_title(thread_index(background).words, thread, told or [episode])


def _title(topic: Topic, episode: Episode, merged: list[str]) -> str:
    """Keep the title unless none of its words is a keyword any more."""
    known = {singular(part) for word in merged for part in word.split()}
    if topic.title and (known & set(terms(topic.title)) or not known):
        return topic.title
    return topic.title or title_of([episode], merged)
