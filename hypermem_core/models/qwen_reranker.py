"""Qwen3-Reranker through `/v1/completions`: how likely is "yes" beside "no" as the next token?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from sys import float_info
from typing import Any

from hypermem_core.errors import ModelError
from hypermem_core.models.endpoint import Endpoint
from hypermem_core.parallel import map_threads

BATCH, WORKERS = 16, 8  # prompts in a request, requests at a time
SHOWN = 20  # most likely tokens asked for
ABSENT = -10.0  # log-probability of a word that is not among them, as in the official code
MOST_CHARACTERS = 12_000  # of one text: a few thousand tokens, well inside the model's context
# The frame the model was trained in (its model card); any other wording of it scores worse.
SYSTEM = (
    "Judge whether the Document meets the requirements based on the Query and the Instruct "
    'provided. Note that the answer can only be "yes" or "no".'
)
INSTRUCTION = (
    "The query is a question about a long conversation. Decide whether the document states "
    "something that helps to answer it, not merely whether it is about the same subject"
)


def framed(query: str, text: str) -> str:
    """Return the prompt for one text, ready for the model's next token."""
    return (
        f"<|im_start|>system\n{SYSTEM}<|im_end|>\n"
        f"<|im_start|>user\n<Instruct>: {INSTRUCTION}\n<Query>: {_plain(query)}\n"
        f"<Document>: {_plain(text[:MOST_CHARACTERS])}<|im_end|>\n"
        "<|im_start|>assistant\n<think>\n\n</think>\n\n"
    )


def _plain(text: str) -> str:
    """Return a text that cannot end its own part of the prompt."""
    return text.replace("<|", "< |")


def chance(logprobs: dict[str, Any]) -> float | None:
    """Return p(yes) / (p(yes) + p(no)) from token → log-probability; None if neither is there."""
    yes, no = _finite(logprobs.get("yes")), _finite(logprobs.get("no"))
    if yes is None and no is None:
        return None
    first, second = ABSENT if yes is None else yes, ABSENT if no is None else no
    return 1.0 / (1.0 + math.exp(min(second - first, 700.0)))


def _finite(value: Any) -> float | None:
    usable = isinstance(value, int | float) and abs(value) <= float_info.max
    return float(value) if usable else None


@dataclass(frozen=True, slots=True)
class QwenReranker:
    """Qwen3-Reranker behind a completions endpoint; scores are probabilities."""

    name: str
    endpoint: Endpoint
    workers: int = WORKERS

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one probability per text, in their order.

        Raises:
            ModelError: the endpoint fails, or gives no log-probability for yes or no.
        """
        prompts = [framed(query, text) for text in texts]
        batches = [prompts[at : at + BATCH] for at in range(0, len(prompts), BATCH)]
        return [
            score for part in map_threads(self._scored, batches, self.workers) for score in part
        ]

    def _scored(self, prompts: list[str]) -> list[float]:
        body = {"prompt": prompts, "max_tokens": 1, "logprobs": SHOWN, "temperature": 0}
        reply = self.endpoint.post("/completions", body, prompts)
        rows = reply.get("choices") if isinstance(reply, dict) else None
        scores: dict[int, float] = {}
        for place, row in enumerate(rows if isinstance(rows, list) else []):
            score = _first(row)
            if score is not None and row.get("index", place) in range(len(prompts)):
                scores.setdefault(row.get("index", place), score)
        if len(scores) < len(prompts):
            raise ModelError(
                f"{self.name} at {self.endpoint.host} gave yes or no for {len(scores)} of "
                f"{len(prompts)} texts.",
                "Serve Qwen3-Reranker with log-probabilities (vLLM does), or choose another.",
            )
        return [scores[at] for at in range(len(prompts))]


def _first(row: Any) -> float | None:
    """Return the chance of yes at the first token of a choice."""
    try:
        shown = row["logprobs"]["top_logprobs"][0]
    except (TypeError, KeyError, IndexError):
        return None
    return chance(shown) if isinstance(shown, dict) else None
