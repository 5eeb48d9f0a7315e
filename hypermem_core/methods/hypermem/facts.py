"""Facts: the statements of every episode, each traced to its turns and weighed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hypermem_core.errors import ReplyError
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.members import PROVISIONAL, local_ids, members
from hypermem_core.replies import FACT_ROLES, FactItem, FactsReply, RolesReply
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Topic, Turn

ROLE = "detail"
BEFORE = 2  # turns shown before an episode, so that its first reply has its question


@dataclass(frozen=True, slots=True)
class Source:
    """What one question about facts is about: an episode, or a topic's episodes as one."""

    episode: Episode
    parts: tuple[Episode, ...]


@dataclass(slots=True)
class Mine:
    """What one run of extraction keeps: where each turn stands and how many facts there are."""

    building: Building
    place: dict[str, int] = field(init=False)
    count: int = 0

    def __post_init__(self) -> None:
        turns = self.building.conversation.turns
        self.place = {turn.id: index for index, turn in enumerate(turns)}

    def facts(self, source: Source) -> list[Fact]:
        """Return the facts of a source in reading order; those without a turn are dropped."""
        building = self.building
        first = self.place[source.episode.turn_ids[0]]
        try:
            reply = building.ask(
                "hypermem/facts",
                FactsReply,
                episode=source.episode,
                turns=building.turns(source.episode.turn_ids),
                before=building.conversation.turns[max(first - BEFORE, 0) : first],
            )
        except ReplyError as error:
            building.warn(f"{source.episode.id} stays without facts: {error.message}")
            return []
        traced = [(self._traced(item, source.episode), item) for item in reply.facts]
        kept = [(turns, item) for turns, item in traced if turns and item.text.strip()]
        kept.sort(key=lambda pair: self.place[pair[0][0].id])
        return [self._fact(turns, item) for turns, item in kept]

    def _traced(self, item: FactItem, episode: Episode) -> list[Turn]:
        """Return the turns of the episode the fact rests on, in reading order."""
        asked = dict.fromkeys(turn_id.strip() for turn_id in item.turn_ids)
        strangers = [turn_id for turn_id in asked if turn_id not in set(episode.turn_ids)]
        if strangers:
            names = ", ".join(strangers)
            self.building.warn(f"{episode.id}: a fact named turns that are not its own: {names}.")
        if len(strangers) == len(asked):
            self.building.warn(f"{episode.id}: a fact that no turn supports was dropped.")
        own = sorted(
            (key for key in asked if key not in strangers), key=lambda key: self.place[key]
        )
        return [self.building.conversation.turns[self.place[key]] for key in own]

    def _fact(self, turns: list[Turn], item: FactItem) -> Fact:
        self.count += 1
        time = turns[0].time
        return Fact(
            id=f"fact-{self.count:04d}",
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
    sources, mine = list(_sources(building)), Mine(building)
    with building.stage("facts", len(sources)):
        for done, source in enumerate(sources, 1):
            found = mine.facts(source)
            for fact in found:
                building.add_node(fact)
            for episode in source.parts:
                own = tuple(f for f in found if not set(f.turn_ids).isdisjoint(episode.turn_ids))
                _weigh(building, episode, own)
            building.advance("facts", done, f"{source.episode.id}: {len(found)} facts")


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


def _weigh(building: Building, episode: Episode, facts: tuple[Fact, ...]) -> None:
    """Ask for the roles and weights of an episode's facts and add its hyperedge."""
    if not facts:
        return
    local = local_ids("fact", facts)
    try:
        reply = building.ask("hypermem/fact_roles", RolesReply, episode=episode, members=local)
        found = members(reply.roles, local, FACT_ROLES, ROLE, building.warn)
    except ReplyError as error:
        building.warn(f"The facts of {episode.id} keep provisional weights: {error.message}")
        found = {fact.id: Member(PROVISIONAL, ROLE) for fact in facts}
    edge = Hyperedge(f"edge-{episode.id}", "fact", found, episode.id, episode.title)
    building.add_edge(edge)


def _distinct(words: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in words if word.strip()))
