"""The embedder and the reranker that run anywhere: ONNX on the CPU, no torch, no download."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from hypermem_core.memory import Matrix
from hypermem_core.models.files import counting_tokenizer, model_file

QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
BATCH = 32
MAX_TOKENS = 256
MAX_QUERY_TOKENS = 192  # a pair keeps at least 60 tokens for the text
DIMENSION = 384
_LOADING = Lock()


@dataclass(frozen=True, slots=True)
class Encoder:
    """A tokenizer and the ONNX session that reads its output; both are safe across threads."""

    tokenizer: Tokenizer
    session: Any

    def run(self, encodings: Sequence[Encoding]) -> NDArray[np.float32]:
        """Return the model's output for one padded batch."""
        longest = max(len(item.ids) for item in encodings)
        ids = np.zeros((len(encodings), longest), np.int64)
        mask, types = ids.copy(), ids.copy()
        for row, item in enumerate(encodings):
            length = len(item.ids)
            ids[row, :length], types[row, :length] = item.ids, item.type_ids
            mask[row, :length] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        output: NDArray[np.float32] = self.session.run(None, feed)[0]
        return output


@cache
def _load(folder: str, strategy: str) -> Encoder:
    tokenizer = Tokenizer.from_file(str(model_file(f"{folder}/tokenizer.json")))
    tokenizer.enable_truncation(MAX_TOKENS, strategy=strategy)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.enable_cpu_mem_arena = False  # the arena never gives memory back
    path = str(model_file(f"{folder}/model.onnx"))
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return Encoder(tokenizer, session)


def _encoder(folder: str, strategy: str) -> Encoder:
    with _LOADING:  # two threads asking at once must not load it twice
        return _load(folder, strategy)


def _batches(encodings: Sequence[Encoding]) -> list[list[int]]:
    """Return positions in batches of like length, so that little is padded."""
    order = sorted(range(len(encodings)), key=lambda i: len(encodings[i].ids))
    return [order[start : start + BATCH] for start in range(0, len(order), BATCH)]


@dataclass(frozen=True, slots=True)
class EmbeddedEmbedder:
    """bge-small-en-v1.5, quantised to 8 bits: CLS pooling, unit length, prefix for queries."""

    name: str = "bge-small-en-v1.5 (embedded)"

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return unit vectors, shape (len(texts), 384); ModelError if the model is unusable."""
        encoder = _encoder("bge_small_en", "longest_first")
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        encodings = encoder.tokenizer.encode_batch(list(texts)) if texts else []
        for batch in _batches(encodings):
            vectors[batch] = encoder.run([encodings[i] for i in batch])[:, 0]
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-12), np.float32)

    def query(self, text: str) -> Matrix:
        """Return the unit vector of a question, shape (384,)."""
        vector: Matrix = self.documents([QUERY_PREFIX + text])[0]
        return vector


@dataclass(frozen=True, slots=True)
class EmbeddedReranker:
    """ms-marco-MiniLM-L-12-v2, quantised to 8 bits: one logit for each (query, text)."""

    name: str = "ms-marco-MiniLM-L-12-v2 (embedded)"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return one logit per text, in their order; ModelError if the model is unusable."""
        encoder = _encoder("reranker_en", "only_second")
        query = _shortened(query)
        pairs = [(query, text) for text in texts]
        encodings = encoder.tokenizer.encode_batch(pairs) if pairs else []
        scores = [0.0] * len(encodings)
        for batch in _batches(encodings):
            logits = encoder.run([encodings[i] for i in batch]).reshape(len(batch), -1)[:, -1]
            for position, logit in zip(batch, logits.tolist(), strict=True):
                scores[position] = logit
        return scores


def _shortened(query: str) -> str:
    """Return the query, cut only when it alone would fill the pair."""
    encoding = counting_tokenizer().encode(query, add_special_tokens=False)
    if len(encoding.ids) <= MAX_QUERY_TOKENS:
        return query
    end: int = encoding.offsets[MAX_QUERY_TOKENS - 1][1]
    return query[:end]
