"""Our hypergraph → the official topics, facts and hypergraph files, key by key in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.messages import Messages, episodes_of
from hypermem_core.types import Episode, Fact, Hyperedge, Topic

CONFIDENCE = 0.8  # what the official code writes where its model said nothing
ROLES = {
    "episode": "initiating developing climax concluding recurring background key_moment transition",
    "fact": "core context detail temporal causal",
}
OTHER = {"episode": "developing", "fact": "detail"}


class GraphFiles:
    """One memory's graph in the official shapes."""

    def __init__(
        self, graph: Hypergraph, messages: Messages, created: str, findings: Findings
    ) -> None:
        self._graph, self._messages, self._findings = graph, messages, findings
        self._created = created
        self._episodes = {one.id: one for one in episodes_of(graph)}
        self._topics = [one for one in graph.of_kind("topic") if isinstance(one, Topic)]
        self._facts = [one for one in graph.of_kind("fact") if isinstance(one, Fact)]
        edges = graph.edges.values()
        self._edges = {kind: [e for e in edges if e.kind == kind] for kind in ("episode", "fact")}
        self._owned = {edge.owner: edge for edge in edges}
        self._in: dict[str, list[Hyperedge]] = {}
        for edge in edges:
            for member in edge.members:
                self._in.setdefault(member, []).append(edge)

    def topics(self) -> dict[str, Any]:
        """Return topics_conv_<i>.json."""
        listed = [self._topic("topic_id", topic) for topic in self._topics]
        result = {
            "topics": listed,
            "action": "merged",
            "similar_episode_result": None,
            "similar_topic_result": None,
        }
        return {
            "topic_result": result if listed else None,
            "episode_hyperedge_results": [self._weighed(topic.id) for topic in self._topics],
        }

    def facts(self) -> dict[str, Any]:
        """Return facts_conv_<i>.json: facts by topic, hyperedges by topic and episode, unmerged."""
        mined: dict[str, list[Fact]] = {}
        for fact in self._facts:
            mined.setdefault(self._topic_of(fact), []).append(fact)
        return {
            "fact_results": [
                {
                    "topic_id": topic_id,
                    "facts": [self._fact("fact_id", fact) for fact in found],
                    "reasoning": "",
                }
                for topic_id, found in mined.items()
            ],
            "fact_hyperedge_results": [
                part for name, found in mined.items() for part in self._fact_edges(name, found)
            ],
        }

    def hypergraph(self) -> dict[str, Any]:
        """Return hypergraph_conv_<i>.json."""
        topics = [topic for topic in self._topics if topic.id in self._owned]
        return {
            "facts": {one.id: self._fact("id", one) | self._roles(one.id) for one in self._facts},
            "fact_hyperedges": {e.id: self._edge(e) for e in self._edges["fact"]},
            "episodes": {one.id: self._episode(one) for one in self._episodes.values()},
            "episode_hyperedges": {e.id: self._edge(e) for e in self._edges["episode"]},
            "topics": {
                one.id: self._topic("id", one) | {"episode_hyperedge_id": self._owned[one.id].id}
                for one in topics
            },
        }

    def _topic(self, key: str, topic: Topic) -> dict[str, Any]:
        inside = list(self._owned[topic.id].members) if topic.id in self._owned else []
        turns = [
            turn for one in inside if one in self._episodes for turn in self._episodes[one].turn_ids
        ]
        return {
            key: topic.id,
            "title": topic.title or topic.id,
            "summary": topic.summary or topic.title or topic.id,
            "episode_ids": inside,
            "timestamp": self._messages.time_of(turns),
            "user_id_list": self._messages.users,
            "participants": self._messages.participants(turns),
            "keywords": list(topic.keywords),
        }

    def _fact(self, key: str, fact: Fact) -> dict[str, Any]:
        return {
            key: fact.id,
            "content": fact.text,
            "episode_ids": [edge.owner for edge in self._edges_of(fact)],
            "topic_id": self._topic_of(fact),
            "confidence": CONFIDENCE,
            "temporal": fact.when or None,
            "spatial": fact.where or None,
            "keywords": list(fact.keywords),
            "query_patterns": list(fact.queries),
            "timestamp": self._messages.time_of(fact.turn_ids),
        }

    def _topic_of(self, fact: Fact) -> str:
        """Return the first topic of the fact's first episode; "" if it is in none."""
        for edge in self._edges_of(fact):
            for above in self._in.get(edge.owner, []):
                return above.owner
        return ""

    def _edges_of(self, fact: Fact) -> list[Hyperedge]:
        """Return the fact's hyperedges in the order in which it names their episodes' turns."""
        place = {turn: n for n, turn in enumerate(fact.turn_ids)}

        def first(edge: Hyperedge) -> int:
            episode = self._episodes.get(edge.owner)
            start = episode.turn_ids[0] if episode and episode.turn_ids else ""
            return place.get(start, len(place))

        return sorted(self._in.get(fact.id, []), key=first)

    def _roles(self, node_id: str) -> dict[str, Any]:
        edges = self._in.get(node_id, [])
        return {"hyperedge": {e.id: self._role(e.kind, e.members[node_id].role) for e in edges}}

    def _episode(self, episode: Episode) -> dict[str, Any]:
        named = self._messages.episode(episode)
        below = self._owned.get(episode.id)
        return {
            "id": named.pop("event_id"),
            **named,
            **self._roles(episode.id),
            "fact_hyperedge_id": below.id if below else "",
        }

    def _edge(self, edge: Hyperedge, only: Sequence[str] | None = None) -> dict[str, Any]:
        members = {k: v for k, v in edge.members.items() if only is None or k in only}
        episode = edge.kind == "episode"
        return {
            "id": edge.id,
            "relation": {k: self._role(edge.kind, one.role) for k, one in members.items()},
            "weights": {k: one.weight for k, one in members.items()},
            ("topic_node_id" if episode else "episode_node_id"): edge.owner,
            "created_at": self._created,
            ("coherence_score" if episode else "extraction_confidence"): CONFIDENCE,
        }

    def _role(self, kind: str, role: str) -> str:
        if role in ROLES[kind].split():
            return role
        self._findings.add("roles_the_official_code_lacks", f"{role} → {OTHER[kind]}", "repaired")
        return OTHER[kind]

    def _weighed(self, topic_id: str) -> dict[str, Any]:
        edge = self._owned.get(topic_id)
        written = self._edge(edge) if edge else None
        return {
            "topic_id": topic_id,
            "episode_hyperedge": written,
            "role_weight_result": written and _roles_result("episode", [written]),
            "episode_count": len(edge.members) if edge else 0,
        }

    def _fact_edges(self, topic_id: str, facts: Sequence[Fact]) -> list[dict[str, Any]]:
        mined = {fact.id for fact in facts}
        edges = [e for e in self._edges["fact"] if mined & e.members.keys()]
        parts = [self._edge(edge, tuple(mined)) for edge in edges]
        result = _roles_result("fact", parts)
        return [
            {
                "topic_id": topic_id,
                "episode_id": edge.owner,
                "fact_hyperedge": part,
                "role_assignment_result": result,
                "fact_count": len(part["relation"]),
            }
            for edge, part in zip(edges, parts, strict=True)
        ]


def _roles_result(
    kind: Literal["episode", "fact"], edges: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what the official code keeps of the reply in which its model gave the roles."""
    roles: dict[str, str] = {}
    weights: dict[str, float] = {}
    for edge in edges:
        roles |= edge["relation"]
        weights |= edge["weights"]
    score = "coherence_score" if kind == "episode" else "extraction_confidence"
    named = {f"{kind}_roles": roles, f"{kind}_weights": weights}
    return {**named, score: CONFIDENCE, "reasoning": ""}
