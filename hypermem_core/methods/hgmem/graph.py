"""The offline graph: entities, the dated fragments that speak of them, and relations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.methods.hgmem.aliases import AliasTable
from hypermem_core.methods.hgmem.chunks import Window
from hypermem_core.replies import ExtractReply, StatementItem
from hypermem_core.types import Entity, Fact, Hyperedge, Member, Turn

DESCRIBED = 60  # words of an entity's description


@dataclass(slots=True)
class GraphBuilder:
    """Collects what the chunks say; `finish` adds it to a graph."""

    speakers: tuple[str, ...]
    table: AliasTable = field(init=False)
    types: defaultdict[str, Counter[str]] = field(init=False)
    facts: dict[tuple[str, str], Fact] = field(default_factory=dict)
    ties: dict[str, list[str]] = field(default_factory=dict)  # fragment → keys of its entities

    def __post_init__(self) -> None:
        self.table = AliasTable(self.speakers)
        self.types = defaultdict(Counter)
        for speaker in self.speakers:
            self.types[self.table.add(speaker)]["person"] += 1

    def add(self, window: Window, reply: ExtractReply) -> int:
        """Take what a chunk says; return how many statements named no turn of it."""
        for entity in reply.entities:
            key = self.table.add(entity.name, entity.aliases)
            if key:
                self.types[key][entity.type.strip().lower() or "concept"] += 1
        turns = {turn.id: turn for turn in window.turns}
        refused = 0
        for statement in reply.statements:
            named = [turns[turn_id] for turn_id in statement.turn_ids if turn_id in turns]
            if named and statement.text.strip():
                self._state(statement, named)
            else:
                refused += 1
        return refused

    def _state(self, statement: StatementItem, turns: Sequence[Turn]) -> None:
        text = " ".join(statement.text.split())
        first = turns[0]
        at = (first.id, text)
        if at not in self.facts:
            said = first.time.date().isoformat() if first.time else ""
            self.facts[at] = Fact(
                f"fragment-{len(self.facts) + 1:04}",
                text,
                when=statement.when,
                turn_ids=tuple(dict.fromkeys(turn.id for turn in turns)),
                speaker=first.speaker,
                said=said,
            )
        ties = self.ties.setdefault(self.facts[at].id, [])
        for name in statement.entities:
            key = self.table.add(name)
            if key and key not in ties:
                self.types[key]  # an endpoint nobody listed is an entity all the same
                ties.append(key)

    def finish(self, graph: Hypergraph) -> None:
        """Add fragments, entities and relations to a graph, each in the order of the talk."""
        for fact in self.facts.values():
            graph.add_node(fact)
        ids = {key: f"entity-{n:04}" for n, key in enumerate(self._used(), 1)}
        spoken: defaultdict[str, list[Fact]] = defaultdict(list)
        for fact in self.facts.values():
            for key in self.ties[fact.id]:
                spoken[key].append(fact)
        speakers = {self.table.resolve(name) for name in self.speakers}
        for key, node_id in ids.items():
            graph.add_node(self._entity(node_id, key, spoken[key], key in speakers))
        for fact in self.facts.values():
            members = [ids[key] for key in self.ties[fact.id]]
            if len(members) >= 2:
                graph.add_edge(_relation(fact, members, graph))

    def _used(self) -> Iterable[str]:
        """Return the keys of entities that something is said of, the speakers first."""
        used = {key for keys in self.ties.values() for key in keys}
        return (key for key in self.types if key in used)

    def _entity(self, node_id: str, key: str, facts: Sequence[Fact], speaker: bool) -> Entity:
        names = self.table.spellings[key]
        turn_ids = tuple(dict.fromkeys(t for fact in facts for t in fact.turn_ids))
        kinds = self.types[key].most_common(1)
        return Entity(
            node_id,
            names[0],
            kinds[0][0] if kinds else "concept",
            "" if speaker else described([fact.text for fact in facts]),
            tuple(names[1:]),
            tuple(fact.id for fact in facts),
            turn_ids,
            speaker,
        )


def _relation(fact: Fact, members: Sequence[str], graph: Hypergraph) -> Hyperedge:
    def member(node_id: str) -> Member:
        node = graph.nodes[node_id]
        said = isinstance(node, Entity) and node.speaker and node.name == fact.speaker
        return Member(1.0, "speaker" if said else "named")

    edge_id = fact.id.replace("fragment", "relation")
    return Hyperedge(
        edge_id, "relation", {node_id: member(node_id) for node_id in members}, fact.id, fact.text
    )


def described(texts: Sequence[str], words: int = DESCRIBED) -> str:
    """Return the newest texts that fit in so many words, oldest first; at least one, cut."""
    kept: list[str] = []
    left = words
    for text in reversed(texts):
        size = len(text.split())
        if kept and size > left:
            break
        kept.append(" ".join(text.split()[:words]))
        left -= size
    return " ".join(reversed(kept))
