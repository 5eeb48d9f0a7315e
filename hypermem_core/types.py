"""Every noun that crosses a file: turns, nodes, rankings, traces, answers and verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

Category = Literal["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"]
_NAMES: tuple[Category, ...] = get_args(Category)  # in LoCoMo's order, from 1
CATEGORIES: dict[int, Category] = dict(enumerate(_NAMES, start=1))
CATEGORY_ORDER: tuple[Category, ...] = tuple(CATEGORIES[n] for n in (4, 1, 2, 3, 5))


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; `time` is its session's start as given (naive), `session` its number."""

    id: str
    speaker: str
    text: str
    time: datetime | None = None
    session: int = 1
    caption: str = ""
    image_query: str = ""  # an annotator's search string: shown, never indexed
    image_url: str = ""  # shown as text, never fetched

    @property
    def content(self) -> str:
        """The text a reader of the chat gets: the words and, in brackets, what the image shows."""
        return f"{self.text} [image: {self.caption}]".strip() if self.caption else self.text


@dataclass(frozen=True, slots=True)
class Question:
    """One gold question; `evidence`: resolved turn ids, `unresolved`: the strings that are not."""

    id: str
    text: str
    answer: str = ""
    category: Category | None = None
    evidence: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()
    adversarial_answer: str = ""
    alias: str = ""  # where it stands in the file: `conv-26 #31`


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting of a conversation; its turns are those with `turn.session == number`."""

    number: int
    time: datetime | None = None
    time_text: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a loader returns."""

    id: str
    title: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    sessions: tuple[Session, ...] = ()
    questions: tuple[Question, ...] = ()

    def turn(self, turn_id: str) -> Turn:
        """Return a turn by id; KeyError with the id if there is none."""
        return {turn.id: turn for turn in self.turns}[turn_id]


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of repair, drop or guess made while importing: how often, and examples."""

    kind: str
    count: int
    examples: tuple[str, ...] = ()
    action: Literal["repaired", "dropped", "guessed", "noted"] = "noted"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What `load` did to a file."""

    source: str
    format: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A long-running thread; its episodes are the members of the hyperedge it owns."""

    id: str
    title: str
    summary: str
    keywords: tuple[str, ...] = ()
    kind: Literal["topic"] = "topic"


@dataclass(frozen=True, slots=True)
class Episode:
    """Consecutive turns about one thing; the turns are referenced, never copied."""

    id: str
    title: str
    summary: str
    text: str
    turn_ids: tuple[str, ...]
    start: datetime | None = None
    end: datetime | None = None
    keywords: tuple[str, ...] = ()
    cut_reason: str = ""  # why the episode ends where it ends
    kind: Literal["episode"] = "episode"


@dataclass(frozen=True, slots=True)
class Fact:
    """One self-contained statement and the questions it answers (the paper's `potential`)."""

    id: str
    text: str
    queries: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    when: str = ""  # date of the event it states: ISO date, month or year; "" if unknown
    where: str = ""
    turn_ids: tuple[str, ...] = ()
    context: str = ""  # what a reranker may read before the text: the question it replies to
    speaker: str = ""
    said: str = ""  # ISO date of the session it was said in
    kind: Literal["fact"] = "fact"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Verbatim turns as one retrievable unit (the `flat` method's node)."""

    id: str
    text: str
    turn_ids: tuple[str, ...]
    size: int = 1  # number of turns
    kind: Literal["chunk"] = "chunk"


Node = Topic | Episode | Fact | Chunk


@dataclass(frozen=True, slots=True)
class Member:
    """One incidence: how much a node belongs to a hyperedge (0–1) and in which role."""

    weight: float
    role: str


@dataclass(frozen=True, slots=True)
class Hyperedge:
    """A set of nodes of one level; `owner` is the node above that this edge is."""

    id: str
    kind: Literal["episode", "fact"]
    members: dict[str, Member]
    owner: str
    text: str = ""


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


@dataclass(frozen=True, slots=True)
class RetrievalTrace:
    """The one shape every method fills, every page draws and every evaluation stores."""

    method: str
    query: str
    stages: tuple[StageRanking, ...]
    evidence: tuple[Evidence, ...]
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Tokens of the whole context, each date counted once."""
        dates = {item.date: item.date_tokens for item in self.evidence}
        return sum(item.tokens - item.date_tokens for item in self.evidence) + sum(dates.values())

    def stage(self, name: str) -> StageRanking | None:
        """Return the stage of that name, or None when it was skipped."""
        return next((stage for stage in self.stages if stage.stage == name), None)


@dataclass(frozen=True, slots=True)
class Usage:
    """What the model calls cost; all zero for offline rules."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, and the turns it rests on."""

    text: str
    turn_ids: tuple[str, ...] = ()
    reasoning: str = ""
    made_by: str = "offline rules"
    usage: Usage = Usage()
    seconds: float = 0.0


Label = Literal["correct", "wrong", "unscored"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's majority; a failed judge call leaves the answer unscored, never wrong."""

    label: Label
    reason: str = ""
    votes: tuple[Label, ...] = ()
    judge: str = "lexical (offline)"


@dataclass(frozen=True, slots=True)
class EvidenceRecall:
    """Share of a question's gold turns found, by stage and by token budget."""

    by_stage: dict[str, float] = field(default_factory=dict)
    at_budget: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvalRow:
    """Everything kept about one evaluated question."""

    conversation_id: str
    question: Question
    trace: RetrievalTrace
    answer: Answer | None = None
    verdict: Verdict | None = None
    f1: float | None = None
    recall: EvidenceRecall | None = None
    error: str = ""
