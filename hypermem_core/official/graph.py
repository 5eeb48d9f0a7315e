"""An official hypergraph file → ours: same ids, same order, what does not fit is reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.conversation import turn_id
from hypermem_core.official.fields import number, objects, table, text, texts
from hypermem_core.types import Conversation, Episode, Fact, Hyperedge, Member, Node, Topic, Turn

HALF = 0.5  # the weight the official code gives a member nobody weighed
DEFAULT_ROLES = {"episode": "developing", "fact": "detail"}
OWNERS = {"episode": "topic_node_id", "fact": "episode_node_id"}


class GraphReader:
    """One conversation's hypergraph being read."""

    def __init__(
        self, data: dict[str, Any], conversation: Conversation, findings: Findings
    ) -> None:
        self._data = data
        self._id = conversation.id
        self._turns = {turn.id: turn for turn in conversation.turns}
        self._findings = findings
        self._graph = Hypergraph()

    def read(self) -> Hypergraph:
        """Return the graph: episodes, topics, facts, then the hyperedges."""
        for name, item in self._items("episodes"):
            self._add(self._episode(name, item))
        for name, item in self._items("topics"):
            self._add(self._topic(name, item))
        for name, item in self._items("facts"):
            self._add(self._fact(name, item))
        kinds: tuple[Literal["episode", "fact"], ...] = ("episode", "fact")
        for kind in kinds:
            for name, item in self._items(f"{kind}_hyperedges"):
                self._edge(kind, name, item)
        self._unreachable()
        return self._graph

    def _say(
        self, kind: str, what: str, action: Literal["dropped", "repaired", "guessed", "noted"]
    ) -> None:
        self._findings.add(kind, f"{self._id}: {what}", action)

    def _items(self, section: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, item in table(self._data.get(section)).items():
            if not isinstance(item, dict) or not name:
                self._say("items_of_a_wrong_shape", f"{section}: {name}", "dropped")
                continue
            if text(item.get("id")) not in ("", name):
                self._say("ids_that_differ_from_their_key", name, "repaired")
            yield name, item

    def _add(self, node: Node) -> None:
        if node.id in self._graph.nodes:
            self._say("node_ids_used_twice", node.id, "dropped")
        else:
            self._graph.add_node(node)

    def _episode(self, name: str, item: dict[str, Any]) -> Episode:
        turns = self._said(name, item)
        title, words = text(item.get("subject")), text(item.get("episode_description"))
        if not title or not words:
            self._say("episodes_without_title_or_text", name, "noted")
        return Episode(
            name,
            title,
            text(item.get("summary")),
            words,
            tuple(turn.id for turn in turns),
            min((turn.time for turn in turns if turn.time), default=None),
            max((turn.time for turn in turns if turn.time), default=None),
            texts(item.get("keywords")),
        )

    def _said(self, name: str, item: dict[str, Any]) -> list[Turn]:
        found = []
        for message in objects(item.get("original_data")):
            turn = self._turns.get(turn_id(message))
            if turn is None:
                self._say("messages_without_a_turn", f"{name}: {turn_id(message)}", "dropped")
            elif turn not in found:
                found.append(turn)
        return found

    def _topic(self, name: str, item: dict[str, Any]) -> Topic:
        return Topic(
            name, text(item.get("title")), text(item.get("summary")), texts(item.get("keywords"))
        )

    def _fact(self, name: str, item: dict[str, Any]) -> Fact:
        episodes = [self._graph.nodes.get(one) for one in texts(item.get("episode_ids"))]
        known = [one for one in episodes if isinstance(one, Episode)]
        if len(known) < len(episodes):
            self._say("facts_of_unknown_episodes", name, "noted")
        start = next((one.start for one in known if one.start), None)
        return Fact(
            name,
            text(item.get("content")),
            texts(item.get("query_patterns")),
            texts(item.get("keywords")),
            text(item.get("temporal")),
            text(item.get("spatial")),
            tuple(dict.fromkeys(turn for one in known for turn in one.turn_ids)),
            said=start.date().isoformat() if start else "",
        )

    def _edge(self, kind: Literal["episode", "fact"], name: str, item: dict[str, Any]) -> None:
        owner = text(item.get(OWNERS[kind]))
        above = {"episode": "topic", "fact": "episode"}[kind]
        if owner not in self._graph.ids(above):
            self._say("hyperedges_without_owner", name, "dropped")
            return
        relation, weights = table(item.get("relation")), table(item.get("weights"))
        if relation.keys() != weights.keys():
            self._say("roles_and_weights_of_other_members", name, "repaired")
        members: dict[str, Member] = {}
        for node_id in relation:
            node = self._graph.nodes.get(node_id)
            if node is None or node.kind != kind:
                self._say("members_that_are_no_node", f"{name}: {node_id}", "dropped")
                continue
            role = text(relation[node_id]) or DEFAULT_ROLES[kind]
            self._check_role(node_id, name, role, kind)
            members[node_id] = Member(self._weight(weights.get(node_id), node_id), role)
        self._graph.add_edge(Hyperedge(name, kind, members, owner))

    def _weight(self, value: Any, node_id: str) -> float:
        weight = number(value)
        if weight is None:
            self._say("missing_weights", node_id, "guessed")
            return HALF
        if not 0 <= weight <= 1:
            self._say("weights_out_of_range", f"{node_id}: {weight}", "repaired")
        return min(max(weight, 0.0), 1.0)

    def _check_role(self, node_id: str, edge: str, role: str, kind: str) -> None:
        said = table(table(self._data.get(f"{kind}s")).get(node_id)).get("hyperedge")
        if text(table(said).get(edge)) not in ("", role):
            self._say("roles_that_differ", f"{node_id} in {edge}", "noted")

    def _unreachable(self) -> None:
        graph = self._graph
        inside = {node_id for edge in graph.edges.values() for node_id in edge.members}
        owners = {edge.owner for edge in graph.edges.values()}
        wanted = (("episode", "episodes_without_topic"), ("fact", "facts_without_episode"))
        for kind, finding in wanted:
            for node_id in graph.ids(kind):
                if node_id not in inside:
                    self._say(finding, node_id, "noted")
        for node_id in graph.ids("topic"):
            if node_id not in owners:
                self._say("topics_without_hyperedge", node_id, "noted")
