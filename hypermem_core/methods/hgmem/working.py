"""Working: the memory of one question while it grows – live points, vertices, ids never reused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hypermem_core.methods.hgmem.aliases import key_of
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.types import Point, Vertex


@dataclass(slots=True)
class Working:
    """One question's memory; the graph it reads is never written to."""

    view: GraphView
    points: dict[str, Point] = field(default_factory=dict)  # live ones, in order
    vertices: dict[str, Vertex] = field(default_factory=dict)
    made: int = 0
    local: dict[str, str] = field(default_factory=dict)  # key of a name → query-local vertex

    def live(self) -> tuple[Point, ...]:
        """Return the live points in order: a snapshot."""
        return tuple(self.points.values())

    def next_id(self) -> str:
        """Return a point id that was never used."""
        self.made += 1
        return f"p{self.made}"

    def member_ids(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the vertices of these names, without repeats; unknown names get local ones."""
        found = (self._member(name) for name in names)
        return tuple(dict.fromkeys(node_id for node_id in found if node_id))

    def known_ids(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the vertices that names already have; makes none."""
        keys = [key_of(name) for name in names]
        found = (self.view.by_name.get(key) or self.local.get(key, "") for key in keys)
        return tuple(dict.fromkeys(node_id for node_id in found if node_id))

    def _member(self, name: str) -> str:
        key = key_of(name)
        if not key:
            return ""
        node_id = self.view.by_name.get(key)
        if node_id:
            self.vertices.setdefault(node_id, Vertex(node_id, self.view.entities[node_id].name))
            return node_id
        if key not in self.local:
            self.local[key] = f"local-{len(self.local) + 1}"
            shown = " ".join(name.split())
            self.vertices[self.local[key]] = Vertex(self.local[key], shown, "query_local")
        return self.local[key]

    def name(self, vertex_id: str) -> str:
        """Return the name a prompt shows of a vertex."""
        return self.vertices[vertex_id].name

    @property
    def members(self) -> set[str]:
        """The vertices of all live points (V_M)."""
        return {member for point in self.points.values() for member in point.members}

    def beside(self, vertex_id: str) -> set[str]:
        """Return the vertices that share a live point with this one (N_M)."""
        shared = {
            member
            for point in self.points.values()
            if vertex_id in point.members
            for member in point.members
        }
        return shared - {vertex_id}
