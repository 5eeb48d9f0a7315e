"""Which models run, and how they are reached."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.settings.knobs import knob


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which models run; keys are never settings, only the name of their variable is."""

    llm: str = knob("offline", "Chat model for building and answering; `offline` = rules", "build")
    embedder: str = knob(
        "bge-small-en-v1.5",
        "Embedder: bge-small runs embedded, MiniLM and st:<model or folder> through "
        "sentence-transformers, api:<model> at the embedding endpoint",
        "build",
        known=("bge-small-en-v1.5", "all-MiniLM-L6-v2"),
    )
    reranker: str = knob(
        "ms-marco-MiniLM-L-12-v2",
        "Reranker where reranking is on: ms-marco runs embedded; st:<model or folder>; "
        "qwen3:<model> and rerank:<model> at the reranker endpoint; llm; none",
        "retrieve",
        known=("ms-marco-MiniLM-L-12-v2", "llm", "none"),
    )
    embedding_base_url: str = knob(
        "", "Endpoint of api: embedders; empty = the chat model's", "run", address=True
    )
    embedding_api_key_env: str = knob(
        "", "Name of the variable holding its key", "run", variable=True
    )
    reranker_base_url: str = knob(
        "", "Endpoint of qwen3: and rerank: rerankers", "run", address=True
    )
    reranker_api_key_env: str = knob(
        "", "Name of the variable holding its key", "run", variable=True
    )
    base_url: str = knob(  # a memory depends on the model's name, not on where it runs
        "https://api.openai.com/v1", "Endpoint of the chat model", "answer", address=True
    )
    api_key_env: str = knob(
        "OPENAI_API_KEY", "Name of the variable holding the key", "run", variable=True
    )
    answer_llm: str = knob("", "Chat model that answers; empty = the one that builds", "answer")
    answer_base_url: str = knob("", "Its endpoint; empty = the same", "answer", address=True)
    answer_api_key_env: str = knob("", "Name of the variable holding its key", "run", variable=True)
    judge_llm: str = knob("", "Chat model that judges; empty = the one that builds", "judge")
    judge_base_url: str = knob("", "Its endpoint; empty = the same", "judge", address=True)
    judge_api_key_env: str = knob("", "Name of the variable holding its key", "run", variable=True)
    concurrency: int = knob(8, "Requests at a time; fewer after a 429", "run", 1, 256, 1)
    requests_per_minute: int = knob(0, "Requests a minute; 0 = no limit", "run", 0, 100000, 1)
    tokens_per_minute: int = knob(0, "Tokens a minute; 0 = no limit", "run", 0, 100000000, 1)
    tries: int = knob(6, "Requests sent until an answer comes", "run", 1, 20, 1)
    backoff_seconds: float = knob(
        0.5, "First wait after a failed request, doubled each time", "run", 0, 60, 0.1
    )
    timeout_seconds: float = knob(120.0, "Seconds waited for one answer", "run", 1, 3600, 1)
    reply_tokens: int = knob(8192, "Tokens of a reply at most; 0 = no limit", "run", 0)
    budget_tokens: int = knob(0, "Tokens a run may use; 0 = no limit", "run", 0)
    budget_money: float = knob(0.0, "Dollars of a run; 0 = no limit", "run", 0)
