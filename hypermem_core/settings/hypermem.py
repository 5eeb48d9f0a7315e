"""How HyperMem builds a hypergraph and retrieves from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.settings.knobs import knob


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """How a conversation becomes a hypergraph."""

    boundaries: Literal["windowed", "streaming"] = knob(
        "windowed", "Episode cuts: one question a session window, or one a message", "build"
    )
    max_turns: int = knob(12, "An episode is cut after this many turns", "build", 2, 60, 1)
    max_tokens: int = knob(600, "An episode is cut after this many tokens", "build", 50, 4000, 50)
    gap_hours: float = knob(4.0, "A silence this long cuts an episode", "build", 0.1, 168, 0.1)
    similar_episodes: int = knob(5, "Similar past episodes looked at per episode", "build", 1, 50)
    candidate_topics: int = knob(5, "Candidate topics looked at per episode", "build", 1, 50)
    similarity: float = knob(
        0.65, "Cosine from which two episodes are similar", "build", 0, 1, 0.01
    )
    grouped: bool = knob(
        True, "Ask about all episodes of a session window at once (off: one by one)", "build"
    )
    facts_per: Literal["episode", "topic"] = knob("episode", "Unit of fact extraction", "build")


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """The coarse-to-fine cascade."""

    topic_k: int = knob(15, "Topics kept (k_T)", "retrieve", 1, 100, 1, "TOPIC_TOP_K")
    episode_k: int = knob(25, "Episodes kept (k_E)", "retrieve", 1, 200, 1, "EPISODE_TOP_K")
    fact_k: int = knob(30, "Facts kept (k_F)", "retrieve", 1, 400, 1, "FACT_TOP_K")
    pool: int = knob(
        100, "Candidates fused and reranked per stage", "retrieve", 1, 500, 1, "INITIAL_CANDIDATES"
    )
    rrf_k: int = knob(60, "RRF constant k", "retrieve", 1, 200, 1)
    propagation: float = knob(0.5, "λ of hyperedge embedding propagation", "retrieve", 0, 2, 0.05)
    aggregate: Literal["sum", "mean"] = knob("sum", "How a node's hyperedges are combined")
    rerank_topics: bool = knob(False, "Rerank topics", env="USE_RERANKER")
    rerank_episodes: bool = knob(False, "Rerank episodes", env="USE_RERANKER")
    rerank_facts: bool = knob(False, "Rerank facts", env="USE_RERANKER")
    topic_stage: bool = knob(True, "Retrieve topics first (off: w/o TR)")
    episode_stage: bool = knob(True, "Retrieve episodes (off: w/o ER)")
    fact_stage: bool = knob(True, "Retrieve facts (off: stop at episodes)")
    topic_context: bool = knob(False, "Put topics into the context")
    episode_context: bool = knob(True, "Put episode summaries into the context (off: w/o EC)")
    fact_context: bool = knob(True, "Put facts into the context (off: w/o FC)")
    bm25_index: Literal["per level", "mixed"] = knob(
        "per level", "BM25 statistics: of each level alone, or of all levels mixed (official)"
    )
    bm25_words: Literal["all", "letters"] = knob(
        "all", "Words BM25 sees: all, or only those of letters, without numbers (official)"
    )
    zero_hits: bool = knob(False, "BM25 also lists what holds no query word (official)")
    filter: Literal["before", "after"] = knob(
        "before", "Candidates are chosen before BM25 ranks, or out of its best 2 n (official)"
    )
    lists: Literal["whole", "cut"] = knob(
        "whole", "Lists are fused whole, or only their first n (official): k, pool if reranked"
    )
    ties: Literal["id", "first"] = knob(
        "id", "Equal scores stand by id, or in the order they were met (official)"
    )
    loose_nodes: bool = knob(True, "Nodes without a hyperedge stay candidates (official: never)")
    reading: Literal["short", "whole"] = knob(
        "short", "Read: episode summaries and dated facts, or whole episodes, bare facts (official)"
    )
    context_order: Literal["facts first", "coarse first"] = knob(
        "facts first", "Order of the context: facts first, or topics, episodes, facts (official)"
    )
    parent_rank: bool = knob(False, "Addition: the parent's rank is one more list in the fusion")
    window_rank: bool = knob(
        False, "Addition: BM25 and dense rank of each fact with its neighbours, two more lists"
    )
    context_rank: bool = knob(
        False, "Addition: BM25 and dense rank of each fact with the question it replies to"
    )
    episode_rank: bool = knob(
        False, "Addition: the episode's own BM25 and dense scores as two lists of its facts"
    )
    fusion: Literal["rrf", "z-score"] = knob(
        "rrf", "Addition: fuse the lists of facts by rank (RRF) or by standardised scores"
    )
    dense_weight: float = knob(
        1.0, "Addition: weight of dense lists in z-score fusion", "retrieve", 0, 10, 0.5
    )
    rerank_context: bool = knob(
        False, "Addition: the reranker reads the question a fact replies to before the fact"
    )
    rerank_blend: float = knob(
        0.0, "Addition: weight of the fused score beside the reranker's", "retrieve", 0, 5, 0.25
    )
    speaker_bonus: float = knob(
        0.0, "Addition: bonus for facts of the one speaker the query names", "retrieve", 0, 5, 0.1
    )
    neighbour_share: float = knob(
        0.0, "Addition: share of the best adjacent fact's score", "retrieve", 0, 1, 0.05
    )
    episode_share: float = knob(
        0.0, "Addition: share of its episode's best score", "retrieve", 0, 1, 0.05
    )
