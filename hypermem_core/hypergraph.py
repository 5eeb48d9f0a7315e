"""The hypergraph: nodes, hyperedges, and both directions of incidence indexed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from hypermem_core.types import Hyperedge, Node


@dataclass(slots=True)
class Hypergraph:
    """Nodes by id and hyperedges by id; grows while a build adds to it, then is only read."""

    nodes: dict[str, Annotated[Node, Field(discriminator="kind")]] = field(default_factory=dict)
    edges: dict[str, Hyperedge] = field(default_factory=dict)

    def add_node(self, node: Node) -> None:
        """Add a node, or replace the one of the same id."""
        self.nodes[node.id] = node

    def add_edge(self, edge: Hyperedge) -> None:
        """Add a hyperedge, or replace the one of the same id.

        Raises:
            KeyError: a member or the owner is not a node of this graph.
            ValueError: a weight lies outside [0, 1].
        """
        for node_id in (edge.owner, *edge.members):
            if node_id not in self.nodes:
                raise KeyError(node_id)
        for node_id, member in edge.members.items():
            if not 0.0 <= member.weight <= 1.0:
                raise ValueError(f"{edge.id}: weight {member.weight} of {node_id} not in [0, 1]")
        self.edges[edge.id] = edge

    def of_kind(self, kind: str) -> Iterator[Node]:
        """Yield the nodes of one kind in the order they were added."""
        return (node for node in self.nodes.values() if node.kind == kind)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of one kind of node, in the order they were added."""
        return tuple(node.id for node in self.of_kind(kind))

    def edges_of(self, node_id: str) -> tuple[Hyperedge, ...]:
        """Return the hyperedges the node is a member of."""
        return tuple(edge for edge in self.edges.values() if node_id in edge.members)

    def owned_by(self, node_id: str) -> Hyperedge | None:
        """Return the hyperedge that this node is, one level down."""
        return next((edge for edge in self.edges.values() if edge.owner == node_id), None)

    def children(self, node_id: str) -> tuple[str, ...]:
        """Return the members of the hyperedge the node owns."""
        edge = self.owned_by(node_id)
        return tuple(edge.members) if edge else ()

    def parents(self, node_id: str) -> tuple[str, ...]:
        """Return the owners of the hyperedges the node is in."""
        return tuple(edge.owner for edge in self.edges_of(node_id))
