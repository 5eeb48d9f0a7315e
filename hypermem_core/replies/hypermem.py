"""The shapes of the replies to the prompts of HyperMem."""

from __future__ import annotations

from dataclasses import dataclass, field

EPISODE_ROLES = (
    "initiating",
    "developing",
    "climax",
    "concluding",
    "recurring",
    "background",
    "key_moment",
    "transition",
)
FACT_ROLES = ("core", "context", "detail", "temporal", "spatial", "causal")


@dataclass(frozen=True, slots=True)
class CutItem:
    """A cut before the turn at this index (from 0) of the window shown."""

    before: int
    reason: str


@dataclass(frozen=True, slots=True)
class EpisodesReply:
    """`hypermem/episodes`: all cuts of one session window; blanks: turns, max_turns."""

    cuts: list[CutItem]


@dataclass(frozen=True, slots=True)
class BoundaryReply:
    """`hypermem/boundary`: does `new` open a new episode? blanks: history, new, gap_seconds."""

    cut: bool
    reason: str


@dataclass(frozen=True, slots=True)
class SummaryReply:
    """`hypermem/episode_summary`: blanks: turns."""

    title: str
    summary: str
    text: str
    keywords: list[str]


@dataclass(frozen=True, slots=True)
class NamedSummary:
    """The summary of one episode of several, by its short local id (`episode 2`)."""

    local_id: str
    title: str
    summary: str
    text: str
    keywords: list[str]


@dataclass(frozen=True, slots=True)
class SummariesReply:
    """`hypermem/episode_summaries`: blanks: turns, stretches (which turns each episode holds)."""

    episodes: list[NamedSummary]


@dataclass(frozen=True, slots=True)
class TopicCandidate:
    """A topic offered for matching: its short local id (`topic 2`), its mean cosine."""

    local_id: str
    title: str
    summary: str
    keywords: tuple[str, ...]
    similarity: float


@dataclass(frozen=True, slots=True)
class TopicMatchReply:
    """`hypermem/topic_match`: local ids the episode continues; blanks: episode, candidates."""

    matches: list[str]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TopicUpdate:
    """The words of a topic with an episode more, by its short local id (`topic 2`)."""

    local_id: str
    title: str
    summary: str
    keywords: list[str]


@dataclass(frozen=True, slots=True)
class TopicContinueReply(TopicMatchReply):
    """`hypermem/topic_continue`: a match with its updates; blanks: episode, candidates."""

    updates: list[TopicUpdate] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ThreadMatchReply(TopicMatchReply):
    """What rules reply to `hypermem/topic_match`: no chat model is asked for what it adds."""

    another: list[str] = field(default_factory=list)  # matters no offered topic holds


@dataclass(frozen=True, slots=True)
class TopicReply:
    """`hypermem/topic_new` (blanks: episodes) and `topic_update` (blanks: topic, episode)."""

    title: str
    summary: str
    keywords: list[str]


@dataclass(frozen=True, slots=True)
class RoleItem:
    """The role and weight of one member, by its short local id (`episode 1`, `fact 3`)."""

    local_id: str
    role: str
    weight: float
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class RolesReply:
    """`hypermem/episode_roles` (topic, members by local id), `fact_roles` (episode, members)."""

    roles: list[RoleItem]


@dataclass(frozen=True, slots=True)
class FactItem:
    """One extracted fact; `turn_ids` are the turns its words come from."""

    text: str
    turn_ids: list[str]
    queries: list[str]
    keywords: list[str]
    when: str = ""
    where: str = ""
    context: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class FactsReply:
    """`hypermem/facts`: blanks: episode, turns, before (the ≤ 2 turns before the episode)."""

    facts: list[FactItem]


@dataclass(frozen=True, slots=True)
class WeighedFact(FactItem):
    """A fact with its role and weight in its episode; an empty role: not weighed."""

    role: str = ""
    weight: float = 0.5
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class WindowFactsReply:
    """`hypermem/window_facts`: blanks: turns, stretches, before (the ≤ 2 turns before them)."""

    facts: list[WeighedFact]
