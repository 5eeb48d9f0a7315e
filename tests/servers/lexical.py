"""Vectors and relevance made of words: enough for a server whose numbers a test can foresee."""

from __future__ import annotations

import math
import re
import zlib
from typing import Any

DIMENSION = 64


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def vector(text: str, dimension: int = DIMENSION) -> list[float]:
    """Return a unit vector: every word adds 1 at a place its checksum names."""
    found = [0.0] * dimension
    for word in words(text) or ["(empty)"]:
        found[zlib.crc32(word.encode()) % dimension] += 1.0
    norm = math.sqrt(sum(x * x for x in found))
    return [x / norm for x in found]


def overlap(query: str, text: str) -> float:
    """Return the share of the query's words that the text holds."""
    wanted = set(words(query))
    return len(wanted & set(words(text))) / len(wanted) if wanted else 0.0


def embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """Return what /v1/embeddings says."""
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    size = int(body.get("dimensions") or DIMENSION)
    rows = [
        {"object": "embedding", "index": index, "embedding": vector(text, size)}
        for index, text in enumerate(texts)
    ]
    used = sum(len(words(text)) for text in texts)
    usage = {"prompt_tokens": used, "total_tokens": used}
    return {"object": "list", "data": rows, "model": body.get("model", ""), "usage": usage}


def completions(body: dict[str, Any]) -> dict[str, Any]:
    """Return what /v1/completions says of yes/no prompts that hold <Query>: and <Document>:."""
    prompts = [body["prompt"]] if isinstance(body["prompt"], str) else body["prompt"]
    choices = []
    for index, prompt in enumerate(prompts):
        query, _, document = prompt.partition("<Query>:")[2].partition("<Document>:")
        share = min(max(overlap(query, document), 0.01), 0.99)
        top = {"yes": math.log(share), "no": math.log(1 - share)}
        text = max(top, key=lambda word: top[word])
        logprobs = {"tokens": [text], "token_logprobs": [top[text]], "top_logprobs": [top]}
        choices.append(
            {"index": index, "text": text, "finish_reason": "length", "logprobs": logprobs}
        )
    used = sum(len(words(prompt)) for prompt in prompts)
    usage = {"prompt_tokens": used, "completion_tokens": len(prompts), "total_tokens": used}
    return {
        "id": "cmpl-1",
        "object": "text_completion",
        "created": 1,
        "model": body.get("model", ""),
        "choices": choices,
        "usage": usage,
    }


def rerank(body: dict[str, Any]) -> dict[str, Any]:
    """Return what /rerank says (vLLM, Jina and Cohere agree on it), the best first."""
    texts = [item["text"] if isinstance(item, dict) else item for item in body["documents"]]
    scores = [overlap(str(body["query"]), text) for text in texts]
    order = sorted(range(len(texts)), key=lambda i: -scores[i])[: body.get("top_n") or len(texts)]
    rows = [{"index": i, "relevance_score": scores[i]} for i in order]
    return {"id": "rerank-1", "model": body.get("model", ""), "results": rows}
