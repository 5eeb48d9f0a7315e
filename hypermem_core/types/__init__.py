"""Every noun that crosses a file: turns, nodes, rankings, traces, answers and verdicts."""

from hypermem_core.types.conversation import (
    CATEGORIES,
    CATEGORY_ORDER,
    Category,
    Conversation,
    Finding,
    ImportReport,
    Question,
    Session,
    Turn,
)
from hypermem_core.types.hgmem import HGMemRounds
from hypermem_core.types.hingemem import HingePlan
from hypermem_core.types.nodes import Chunk, Episode, Fact, Hyperedge, Member, Node, Topic
from hypermem_core.types.scoring import Answer, EvalRow, EvidenceRecall, Label, Usage, Verdict
from hypermem_core.types.traces import Cut, Evidence, Ranked, Ranking, RetrievalTrace, StageRanking

__all__ = [
    "CATEGORIES",
    "CATEGORY_ORDER",
    "Category",
    "Conversation",
    "Finding",
    "ImportReport",
    "Question",
    "Session",
    "Turn",
    "Chunk",
    "Episode",
    "Fact",
    "Hyperedge",
    "Member",
    "Node",
    "Topic",
    "Cut",
    "Evidence",
    "Ranked",
    "Ranking",
    "RetrievalTrace",
    "StageRanking",
    "Answer",
    "EvalRow",
    "EvidenceRecall",
    "Label",
    "Usage",
    "Verdict",
    "HingePlan",
    "HGMemRounds",
]
