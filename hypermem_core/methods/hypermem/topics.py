"""Topics: every new episode joins the threads it continues, or opens one (the three cases).

An addition: rules that know the whole conversation may name matters of an episode which no offered
topic holds; each opens a topic of its own, beside those the episode joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from hypermem_core.errors import ReplyError
from hypermem_core.memory import Matrix
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.members import PROVISIONAL, local_ids, members
from hypermem_core.methods.hypermem.rare_words import RareWords
from hypermem_core.models.background import Background
from hypermem_core.replies import (
    EPISODE_ROLES,
    RolesReply,
    ThreadMatchReply,
    TopicCandidate,
    TopicContinueReply,
    TopicMatchReply,
    TopicReply,
)
from hypermem_core.types import Episode, Hyperedge, Member, Topic

ROLE = "developing"  # of an episode nobody has judged yet
SHARED_WORDS = 0.3  # what sharing all rare words adds to the cosine of two episodes
SHARED_KEYWORDS = 0.3  # share of a topic's keywords that makes it a candidate


def build_topics(building: Building) -> None:
    """Add the topics and their hyperedges; roles and weights are asked for once, at the end."""
    episodes = tuple(node for node in building.graph.nodes.values() if isinstance(node, Episode))
    threads = Threads(building, episodes, _vectors(building, episodes))
    with building.stage("topics", len(episodes)):
        for position, episode in enumerate(episodes):
            note = threads.place(position)
            building.advance("topics", position + 1, f"{episode.id} {note}")
        finished = [(topic, threads.episodes_of(key)) for key, topic in threads.topics.items()]
        for edge in building.each(_weighed, finished):
            if edge:
                building.add_edge(edge)


def joined(kept: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Return both lists of keywords in order, no word twice and none lost."""
    found: dict[str, str] = {}
    for word in (*kept, *more):
        if word.strip():
            found.setdefault(word.strip().lower(), word.strip())
    return tuple(found.values())


def _vectors(building: Building, nodes: tuple[Episode | Topic, ...]) -> Matrix:
    if not nodes:
        return np.zeros((0, 0), np.float32)
    return building.models.embedder.documents([f"{n.title}. {n.summary}" for n in nodes])


@dataclass(slots=True)
class Threads:
    """The topics so far and which episodes are in them."""

    building: Building
    episodes: tuple[Episode, ...]
    vectors: Matrix  # one row per episode
    rare: RareWords = field(init=False)
    background: Background = field(init=False)
    topics: dict[str, Topic] = field(default_factory=dict)
    topic_vectors: dict[str, Matrix] = field(default_factory=dict)
    holding: dict[str, list[int]] = field(default_factory=dict)  # topic id → episode positions
    given: dict[str, TopicReply] = field(default_factory=dict)  # words that came with a match

    def __post_init__(self) -> None:
        self.rare = RareWords([f"{e.title} {e.summary} {e.text}" for e in self.episodes])
        self.background = Background(self.episodes, self.building.models.embedder.documents)

    def episodes_of(self, topic_id: str) -> tuple[Episode, ...]:
        """Return the episodes of a topic in reading order."""
        return tuple(self.episodes[position] for position in sorted(self.holding[topic_id]))

    def place(self, position: int) -> str:
        """Put an episode where it belongs and say in words what was decided."""
        similar = self._similar(position)
        try:
            candidates = self._candidates(position, similar)
            if not similar and not candidates:
                return self._open([position], "no earlier episode is similar")
            matches, another = self._matches(position, candidates)
            if matches or another:
                told = [self._join(position, topic_id) for topic_id in matches]
                return "; ".join([*told, *(self._further(position, a) for a in another)])
            best = max(similar.values(), default=0.0)
            return self._open([*similar, position], f"no topic fits (cos {best:.2f})")
        except ReplyError as error:
            episode = self.episodes[position]
            so = f"{episode.id} stays without a topic"
            self.building.degrade(episode.id, "hypermem/topic_match", error, so)
            return "stays without a topic"

    def _join(self, position: int, topic_id: str) -> str:
        """Add an episode to a topic and say so."""
        if position in self.holding[topic_id]:
            return f"is in {self.topics[topic_id].title!r}"
        cosine = float(np.mean(self.vectors[self.holding[topic_id]] @ self.vectors[position]))
        self._update(topic_id, position)
        return f"joined {self.topics[topic_id].title!r} (cos {cosine:.2f})"

    def _further(self, position: int, about: str) -> str:
        """Take an episode into the topic of a further matter, opening it if there is none."""
        for topic in self.topics.values():
            if topic.keywords and topic.keywords[0].lower() == about.lower():
                return self._join(position, topic.id)
        held = [e for e in range(position) if self.rare.says(e, about) and self._near(position, e)]
        return self._open([*held, position], f"it tells of {about}", about)

    def _similar(self, position: int) -> dict[int, float]:
        """Return the most similar earlier episodes: position → cosine, in reading order.

        Rare words that both say lift the cosine.
        """
        if position == 0:
            return {}
        cosines = self.vectors[:position] @ self.vectors[position]
        near = cosines + SHARED_WORDS * self.rare.cosines(position)[:position]
        order = np.argsort(-near, kind="stable")[: self.building.settings.similar_episodes]
        floor = self.building.settings.similarity
        return {int(i): float(cosines[i]) for i in sorted(order) if near[i] >= floor}

    def _near(self, position: int, earlier: int) -> bool:
        cosine = float(self.vectors[earlier] @ self.vectors[position])
        shared = float(self.rare.cosines(position)[earlier])
        return cosine + SHARED_WORDS * shared >= self.building.settings.similarity

    def _candidates(self, position: int, similar: dict[int, float]) -> dict[str, float]:
        """Return the topics worth asking about, the best first: id → mean cosine.

        Best is by mean cosine and the share of the topic's keywords that the episode says. The mean
        is over all episodes of a topic: with the best one, any topic joins the next.
        """
        found: dict[str, float] = {}
        shared: dict[str, float] = {}
        vector = self.vectors[position]
        for topic_id, own in self.topic_vectors.items():
            held = self.holding[topic_id]
            shared[topic_id] = self.rare.share(position, self.topics[topic_id].keywords)
            near = own @ vector >= self.building.settings.similarity
            near = near or shared[topic_id] >= SHARED_KEYWORDS
            if near or not similar.keys().isdisjoint(held):
                found[topic_id] = float(np.mean(self.vectors[held] @ vector))
        order = sorted(found, key=lambda topic_id: -found[topic_id] - shared[topic_id])
        return {key: found[key] for key in order[: self.building.settings.candidate_topics]}

    def _matches(self, position: int, candidates: dict[str, float]) -> tuple[list[str], list[str]]:
        """Return the topics the episode continues, oldest first, and matters none of them holds."""
        if not candidates:
            return [], []
        local = {f"topic {number}": key for number, key in enumerate(candidates, 1)}
        shown = [
            TopicCandidate(name, topic.title, topic.summary, topic.keywords, candidates[topic.id])
            for name, topic in ((name, self.topics[key]) for name, key in local.items())
        ]
        blanks = {
            "episode": self.episodes[position],
            "candidates": shown,
            "background": self.background,
        }
        reply: TopicMatchReply
        if self.building.settings.grouped:
            reply = self.building.ask("hypermem/topic_continue", TopicContinueReply, **blanks)
        else:
            reply = self.building.ask("hypermem/topic_match", TopicMatchReply, **blanks)
        self.given = _words_given(reply, local)
        named = {name.strip().lower().replace("_", " ") for name in reply.matches}
        for name in sorted(named - set(local)):
            self.building.warn(f"{name!r} is no topic that was offered; it was ignored.", "id")
        another = reply.another if isinstance(reply, ThreadMatchReply) else []
        return sorted(local[name] for name in named & set(local)), another

    def _open(self, positions: list[int], why: str, about: str = "") -> str:
        """Open a topic that holds these episodes."""
        episodes = tuple(self.episodes[position] for position in positions)
        reply = self.building.ask(
            "hypermem/topic_new",
            TopicReply,
            episodes=episodes,
            about=about,
            background=self.background,
        )
        topic = Topic(
            id=f"topic-{len(self.topics) + 1:03d}",
            title=reply.title.strip() or episodes[-1].title,
            summary=reply.summary.strip() or episodes[-1].summary,
            keywords=joined(reply.keywords, ()),
        )
        self.holding[topic.id] = positions
        self._show(topic)
        others = len(positions) - 1
        with_them = f" with {others} earlier" if others else ""
        return f"opened {topic.title!r}{with_them}: {why}"

    def _update(self, topic_id: str, position: int) -> None:
        """Add an episode to a topic; its words grow, or stay when the model gives none."""
        topic, episode = self.topics[topic_id], self.episodes[position]
        self.holding[topic_id].append(position)
        reply = self.given.pop(topic_id, None) or self._grown(topic, episode)
        grown = replace(
            topic,
            title=reply.title.strip() or topic.title,
            summary=reply.summary.strip() or topic.summary,
            keywords=joined(topic.keywords, reply.keywords),
        )
        self._show(grown)

    def _grown(self, topic: Topic, episode: Episode) -> TopicReply:
        """Ask for the words of a topic with an episode more; without a reply it keeps them."""
        try:
            return self.building.ask(
                "hypermem/topic_update",
                TopicReply,
                topic=topic,
                episode=episode,
                background=self.background,
            )
        except ReplyError as error:
            so = f"{topic.id} keeps its words"
            self.building.degrade(topic.id, "hypermem/topic_update", error, so)
            return TopicReply("", "", list(episode.keywords))

    def _show(self, topic: Topic) -> None:
        """Keep a topic and let the graph show it, its members with provisional weights."""
        self.topics[topic.id] = topic
        self.topic_vectors[topic.id] = _vectors(self.building, (topic,))[0]
        self.building.add_node(topic)
        provisional = Member(PROVISIONAL, ROLE)
        found = {episode.id: provisional for episode in self.episodes_of(topic.id)}
        self.building.add_edge(_edge(topic, found))


def _words_given(reply: TopicMatchReply, local: Mapping[str, str]) -> dict[str, TopicReply]:
    """Return the new words of matched topics that came with the match, by topic id."""
    found: dict[str, TopicReply] = {}
    for item in reply.updates if isinstance(reply, TopicContinueReply) else []:
        name = item.local_id.strip().lower().replace("_", " ")
        if name in local and item.summary.strip():
            found.setdefault(local[name], TopicReply(item.title, item.summary, item.keywords))
    return found


def _edge(topic: Topic, found: dict[str, Member]) -> Hyperedge:
    return Hyperedge(f"edge-{topic.id}", "episode", found, topic.id, topic.title)


def _weighed(building: Building, finished: tuple[Topic, tuple[Episode, ...]]) -> Hyperedge | None:
    """Ask once for the roles and weights of all episodes of a finished topic."""
    topic, episodes = finished
    local = local_ids("episode", episodes)
    try:
        reply = building.ask("hypermem/episode_roles", RolesReply, topic=topic, members=local)
    except ReplyError as error:
        so = f"{topic.id} keeps provisional weights"
        building.degrade(topic.id, "hypermem/episode_roles", error, so)
        return None
    warn = building.warn_of(f"edge-{topic.id}")
    return _edge(topic, members(reply.roles, local, EPISODE_ROLES, ROLE, warn))
