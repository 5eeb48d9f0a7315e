"""Facts: the statements of every episode, each traced to its turns and weighed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hypermem_core.errors import ReplyError
from hypermem_core.methods.hypermem import grouped
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.grouped import in_groups
from hypermem_core.methods.hypermem.members import PROVISIONAL, local_ids, members
from hypermem_core.replies import (
    FACT_ROLES,
    FactItem,
    FactsReply,
    RoleItem,
    RolesReply,
    WeighedFact,
)
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Topic, Turn

ROLE = "detail"
BEFORE = 2  # turns shown before an episode, so that its first reply has its question


@dataclass(frozen=True, slots=True)
class Source:
    """What one question about facts is about: an episode, or a topic's episodes as one."""

    episode: Episode
    parts: tuple[Episode, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What one source gave: its facts, and for each of its episodes which ones and how weighty."""

    facts: list[Fact]
    weights: list[tuple[Episode, dict[str, Member]]]


@dataclass(frozen=True, slots=True)
class Mine:
    """Extraction from one source: what the conversation's turns are and where each stands."""

    building: Building
    place: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        turns = self.building.conversation.turns
        places = {turn.id: index for index, turn in enumerate(turns)}
        object.__setattr__(self, "place", places)

    def facts(
        self, source: Source, ready: Sequence[FactItem] | None
    ) -> list[tuple[Fact, FactItem]]:
        """Return the facts of a source in reading order; those without a turn are dropped.

        `ready` are those a grouped reply gave; None: they are asked for.
        """
        items = self._asked(source.episode) if ready is None else ready
        traced = [(self._traced(item, source.episode), item) for item in items]
        kept = [(turns, item) for turns, item in traced if turns and item.text.strip()]
        kept.sort(key=lambda pair: self.place[pair[0][0].id])
        return [(_fact(number, turns, item), item) for number, (turns, item) in enumerate(kept, 1)]

    def before(self, episode: Episode) -> tuple[Turn, ...]:
        """Return the turns just before an episode."""
        first = self.place[episode.turn_ids[0]]
        return self.building.conversation.turns[max(first - BEFORE, 0) : first]

    def _asked(self, episode: Episode) -> list[FactItem]:
        try:
            reply = self.building.ask(
                "hypermem/facts",
                FactsReply,
                episode=episode,
                turns=self.building.turns(episode.turn_ids),
                before=self.before(episode),
            )
        except ReplyError as error:
            so = f"{episode.id} stays without facts"
            self.building.degrade(episode.id, "hypermem/facts", error, so)
            return []
        return reply.facts

    def _traced(self, item: FactItem, episode: Episode) -> list[Turn]:
        """Return the turns of the episode the fact rests on, in reading order."""
        asked = dict.fromkeys(turn_id.strip() for turn_id in item.turn_ids)
        strangers = [turn_id for turn_id in asked if turn_id not in set(episode.turn_ids)]
        if strangers:
            names = ", ".join(strangers)
            self.building.warn(
                f"{episode.id}: a fact named turns that are not its own: {names}.", "id"
            )
        if len(strangers) == len(asked):
            self.building.warn(f"{episode.id}: a fact that no turn supports was dropped.")
        own = sorted(
            (key for key in asked if key not in strangers), key=lambda key: self.place[key]
        )
        return [self.building.conversation.turns[self.place[key]] for key in own]


def _fact(number: int, turns: list[Turn], item: FactItem) -> Fact:
    time = turns[0].time
    return Fact(
        id=f"fact-{number:04d}",
        text=item.text.strip(),
        queries=_distinct(item.queries),
        keywords=_distinct(item.keywords),
        when=item.when.strip(),
        where=item.where.strip(),
        turn_ids=tuple(turn.id for turn in turns),
        context=item.context.strip(),
        speaker=item.speaker.strip() or turns[0].speaker,
        said=time.date().isoformat() if time else "",
    )


def build_facts(building: Building) -> None:
    """Add the facts of every episode and one hyperedge for each episode that has any."""
    sources, count = list(_sources(building)), 0
    with building.stage("facts", len(sources)):
        made = (one for many in building.each(_group, _groups(building, sources)) for one in many)
        for done, (source, found) in enumerate(zip(sources, made, strict=True), 1):
            # A source numbers its facts from 1: only here it is known how many came before.
            ids = {fact.id: f"fact-{count + at:04d}" for at, fact in enumerate(found.facts, 1)}
            count += len(found.facts)
            for fact in found.facts:
                building.add_node(replace(fact, id=ids[fact.id]))
            for episode, weights in found.weights:
                own = {ids[key]: member for key, member in weights.items()}
                edge = Hyperedge(f"edge-{episode.id}", "fact", own, episode.id, episode.title)
                building.add_edge(edge)
            building.advance("facts", done, f"{source.episode.id}: {len(found.facts)} facts")


def _groups(building: Building, sources: list[Source]) -> Iterable[list[Source]]:
    if building.settings.grouped and building.settings.facts_per == "episode":
        return in_groups(sources, lambda source: building.turns(source.episode.turn_ids))
    return [[source] for source in sources]


def _group(building: Building, sources: list[Source]) -> list[Found]:
    """Return what the sources of a group gave; the rest is asked for one by one."""
    mine, episodes = Mine(building), [source.episode for source in sources]
    ready = grouped.facts(building, episodes, mine.before(episodes[0]))
    return [_found(mine, source, ready.get(source.episode.id)) for source in sources]


def _found(mine: Mine, source: Source, ready: Sequence[FactItem] | None) -> Found:
    pairs = mine.facts(source, ready)
    given = {fact.id: item for fact, item in pairs if isinstance(item, WeighedFact) and item.role}
    weights = []
    for episode in source.parts:
        turn_ids = set(episode.turn_ids)
        own = tuple(fact for fact, _ in pairs if not turn_ids.isdisjoint(fact.turn_ids))
        if own and all(fact.id in given for fact in own):
            weights.append((episode, _as_given(mine.building, episode, own, given)))
        elif own:
            weights.append((episode, _weights(mine.building, episode, own)))
    return Found([fact for fact, _ in pairs], weights)


def _as_given(
    building: Building,
    episode: Episode,
    facts: tuple[Fact, ...],
    given: Mapping[str, WeighedFact],
) -> dict[str, Member]:
    """Return the roles and weights that came with the facts."""
    local = local_ids("fact", facts)
    items = [(name, given[fact.id]) for name, fact in local.items()]
    roles = [RoleItem(name, item.role, item.weight, item.rationale) for name, item in items]
    return members(roles, local, FACT_ROLES, ROLE, building.warn_of(f"edge-{episode.id}"))


def _sources(building: Building) -> Iterator[Source]:
    """Yield the units of extraction; every episode is in exactly one, the topicless alone."""
    episodes = [node for node in building.graph.nodes.values() if isinstance(node, Episode)]
    left = {episode.id: episode for episode in episodes}
    if building.settings.facts_per == "topic":
        for topic in [n for n in building.graph.nodes.values() if isinstance(n, Topic)]:
            parts = [left.pop(key) for key in building.graph.children(topic.id) if key in left]
            if parts:
                yield Source(_as_one(topic, parts), tuple(parts))
    for episode in left.values():
        yield Source(episode, (episode,))


def _as_one(topic: Topic, parts: list[Episode]) -> Episode:
    starts = [episode.start for episode in parts if episode.start]
    ends = [episode.end for episode in parts if episode.end]
    return Episode(
        id=topic.id,
        title=topic.title,
        summary=topic.summary,
        text="\n\n".join(episode.text for episode in parts),
        turn_ids=tuple(turn_id for episode in parts for turn_id in episode.turn_ids),
        start=min(starts, default=None),
        end=max(ends, default=None),
        keywords=topic.keywords,
    )


def _weights(building: Building, episode: Episode, facts: tuple[Fact, ...]) -> dict[str, Member]:
    """Ask for the roles and weights of an episode's facts; without a reply all are alike."""
    local = local_ids("fact", facts)
    try:
        reply = building.ask("hypermem/fact_roles", RolesReply, episode=episode, members=local)
    except ReplyError as error:
        so = f"The facts of {episode.id} keep provisional weights"
        building.degrade(episode.id, "hypermem/fact_roles", error, so)
        return {fact.id: Member(PROVISIONAL, ROLE) for fact in facts}
    warn = building.warn_of(f"edge-{episode.id}")
    return members(reply.roles, local, FACT_ROLES, ROLE, warn)


def _distinct(words: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
