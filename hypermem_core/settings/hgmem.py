"""How HGMem builds its graph and works through a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.settings.knobs import knob


@dataclass(frozen=True, slots=True)
class HGMemSettings:
    """Chunks, rounds, candidates and limits."""

    chunk_tokens: int = knob(200, "Tokens of a chunk at most, whole turns", "build", 20, 1200, 10)
    overlap_tokens: int = knob(
        50, "Tokens of trailing turns a chunk repeats from the one before", "build", 0, 400, 10
    )
    max_rounds: int = knob(4, "Rounds of retrieval at most (the paper's t = 0 … 3)", low=1, high=10)
    entity_k: int = knob(20, "Entities found per sub-query (n_v)", low=1, high=100)
    relation_k: int = knob(5, "Relations found (n_e)", low=1, high=100)
    relations_per: Literal["entity", "query"] = knob("entity", "What n_e counts for")
    chunk_k: int = knob(10, "Chunks found per sub-query", low=1, high=100)
    dense_chunks: int = knob(
        5, "How many of them are the best of all chunks, whatever the graph says", low=0, high=100
    )
    chunk_rank: Literal["dense", "dense and BM25"] = knob(
        "dense and BM25", "How chunks and fragments are compared with a sub-query"
    )
    cosine_floor: float = knob(0.2, "Cosine below which an entity is not found", "retrieve", 0, 1)
    local_hops: int = knob(1, "Steps in the graph a local investigation looks at", low=1, high=3)
    local_memory: bool = knob(True, "It also looks at neighbours in the working memory")
    shared_space: bool = knob(False, "One mode and one candidate space for all sub-queries")
    global_space: Literal["outside memory", "all"] = knob(
        "outside memory", "Where global exploration looks"
    )
    spare_hubs: bool = knob(True, "Speakers and hubs are found, but their neighbours are not")
    hub_percentile: float = knob(
        95.0, "Percentile of the degree above which an entity is a hub", "retrieve", 50, 100, 1
    )
    max_subqueries: int = knob(3, "Concerns and sub-queries per round at most", low=1, high=10)
    investigation: Literal["both", "local only", "global only"] = knob(
        "both", "Modes of sub-queries (ablation: w/o global, w/o local)"
    )
    update: bool = knob(True, "Points may be updated (off: w/o update)")
    merge: bool = knob(True, "Points may be merged (off: w/o merge)")
    merge_first: bool = knob(False, "Points are merged in the first round too")
    allow_singletons: bool = knob(False, "A point may have one member only")
    max_members: int = knob(30, "Members of a merged point at most", low=2, high=200)
    stall_rounds: int = knob(2, "Rounds without a change after which it stops (0: never)", low=0)
    call_budget: int = knob(0, "Model calls of a question at most (0: no limit)", low=0)
    read_relations: int = knob(
        1500, "Tokens of relations the model reads in a round", "retrieve", 100, 16000, 100
    )
    read_chunks: int = knob(
        4000, "Tokens of chunks the model reads in a round", "retrieve", 100, 32000, 100
    )
    evidence: Literal["fragments", "chunks"] = knob(
        "fragments", "What the answer reads: the best dated fragments, or whole chunks"
    )
    fragment_k: int = knob(150, "Fragments kept for the answer", low=1, high=500)
    final_chunks: int = knob(50, "Chunks kept for the answer", low=1, high=200)
    point_context: bool = knob(True, "Put the memory points into the context")
