"""Builds in processes of their own that a test may kill: forked from one that has imported all."""

from __future__ import annotations

import multiprocessing
import os
import sys
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import ModuleType

from hypermem_core.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


def build(url: str, results: Path, key: str) -> ForkServerProcess:
    """Start the command line's build of the short sample conversation against a server."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "openai", "hypermem_core.models.chat"])
    process = context.Process(target=_build, args=(url, results, key))
    # The child runs its parent's main script again; in a worker of the tests that may be what
    # an AppTest left there.
    main_of_now = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process.start()
    finally:
        sys.modules["__main__"] = main_of_now
    return process


def _build(url: str, results: Path, key: str) -> None:
    os.chdir(ROOT)
    os.environ["OPENAI_API_KEY"] = key
    said = os.open(results.with_suffix(".log"), os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    os.dup2(said, 1)
    os.dup2(said, 2)
    command = ["build", "data/sample.json", "--conversation", "sample-lin-zhou"]
    command += ["--experiment", "e", "--results", str(results), "--json"]
    for knob in (
        "models.llm=loopback",
        f"models.base_url={url}",
        "models.embedder=api:words",
        f"models.embedding_base_url={url}",
    ):
        command += ["--set", knob]
    raise SystemExit(main(command))
