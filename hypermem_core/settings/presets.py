"""The presets: what differs from the defaults, by setting path."""

from __future__ import annotations

from typing import Any

PRESETS: dict[str, dict[str, Any]] = {
    "readme": {},
    "paper": {
        "build.boundaries": "streaming",
        "build.grouped": False,
        "retrieval.topic_k": 10,
        "retrieval.episode_k": 10,
        "retrieval.fact_k": 30,
        "retrieval.rerank_topics": True,
        "retrieval.rerank_episodes": True,
        "retrieval.rerank_facts": True,
    },
    "released": {
        "build.boundaries": "streaming",
        "build.grouped": False,
        "build.facts_per": "topic",
        "build.candidate_topics": 50,
        "retrieval.episode_k": 20,
        "retrieval.bm25_index": "mixed",
        "retrieval.bm25_words": "letters",
        "retrieval.zero_hits": True,
        "retrieval.filter": "after",
        "retrieval.lists": "cut",
        "retrieval.ties": "first",
        "retrieval.loose_nodes": False,
    },
    # Wide stages, because what a stage cuts no later one can find; no reranker, so it is quick.
    "studio": {
        "retrieval.topic_k": 100,
        "retrieval.episode_k": 90,
        "retrieval.fact_k": 150,
        "retrieval.pool": 200,
        "retrieval.window_rank": True,
        "retrieval.episode_rank": True,
        "retrieval.fusion": "z-score",
        "retrieval.dense_weight": 2.0,
        "retrieval.speaker_bonus": 0.75,
        "hingemem.similarity": "closest",
        "hingemem.turn_order": "turn",
        "hingemem.centre": True,
        "hingemem.salience_scale": 0.1,
        "hingemem.precision_ratio": 0.4,
        "hingemem.recall_ratio": 0.4,
        "hingemem.judgment_ratio": 0.7,
    },
}
