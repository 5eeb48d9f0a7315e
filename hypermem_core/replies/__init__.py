"""The shape of the reply to every prompt, shared by chat models and their offline twins."""

from hypermem_core.replies.hypermem import (
    EPISODE_ROLES,
    FACT_ROLES,
    BoundaryReply,
    CutItem,
    EpisodesReply,
    FactItem,
    FactsReply,
    RoleItem,
    RolesReply,
    SummaryReply,
    TopicCandidate,
    TopicMatchReply,
    TopicReply,
)
from hypermem_core.replies.shared import AnswerReply, JudgeReply

__all__ = [
    "BoundaryReply",
    "CutItem",
    "EPISODE_ROLES",
    "EpisodesReply",
    "FACT_ROLES",
    "FactItem",
    "FactsReply",
    "RoleItem",
    "RolesReply",
    "SummaryReply",
    "TopicCandidate",
    "TopicMatchReply",
    "TopicReply",
    "AnswerReply",
    "JudgeReply",
]
