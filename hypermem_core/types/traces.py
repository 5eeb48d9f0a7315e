"""How evidence was found: rankings, stages, evidence items and the whole trace."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.types.hgmem import HGMemRounds
from hypermem_core.types.hingemem import HingePlan


@dataclass(slots=True, unsafe_hash=True)  # made by the thousand: frozen costs three times more
class Ranked:
    """One place in a ranking; never changed once made."""

    node_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranked list of nodes, best first; the rank is the position, from 1."""

    ranker: str  # "bm25", "dense", "rrf", "rerank", "parent", …
    items: tuple[Ranked, ...]
    note: str = ""  # why it is empty, or that a reranker failed


@dataclass(slots=True, unsafe_hash=True)
class Cut:
    """A node that was ranked but not kept, and the limit that cut it (`k_E = 25`)."""

    node_id: str
    limit: str


@dataclass(frozen=True, slots=True)
class StageRanking:
    """One stage of retrieval, untruncated: candidates, every list, kept, cut and why."""

    stage: str
    query: str
    candidates: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    kept: tuple[str, ...]
    cut: tuple[Cut, ...] = ()
    why: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """One item of the context; `text` is its line, which begins with `[date] ` if it has a date.

    A context states each date once, above its items, so `date_tokens` are paid only once a date.
    """

    node_id: str
    kind: str
    text: str
    turn_ids: tuple[str, ...]
    score: float
    tokens: int
    date: str = ""
    date_tokens: int = 0
    place: int = -1  # where it stands in the conversation, for a context in time order


@dataclass(frozen=True, slots=True)
class RetrievalTrace:
    """The one shape every method fills, every page draws and every evaluation stores."""

    method: str
    query: str
    stages: tuple[StageRanking, ...]
    evidence: tuple[Evidence, ...]
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    detail: HingePlan | HGMemRounds | None = None  # what only this method has

    @property
    def tokens(self) -> int:
        """Tokens of the whole context, each date counted once."""
        dates = {item.date: item.date_tokens for item in self.evidence}
        return sum(item.tokens - item.date_tokens for item in self.evidence) + sum(dates.values())

    def stage(self, name: str) -> StageRanking | None:
        """Return the stage of that name, or None when it was skipped."""
        return next((stage for stage in self.stages if stage.stage == name), None)
