"""Seconds of a build by step and of a retrieval: `python -m tests.benchmarks.speed`."""

import statistics
import time
from pathlib import Path

from hypermem_core import settings as settings_tree
from hypermem_core.conversations import load, sample_path
from hypermem_core.events import Event, StageFinished
from hypermem_core.memory import Matrix
from hypermem_core.methods import create
from hypermem_core.models import Models, connect

LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"


class Remembered:
    """The embedder with each query's vector made beforehand, so that only retrieval is timed."""

    def __init__(self, models: Models, queries: list[str]) -> None:
        self.inner = models.embedder
        self.name = self.inner.name
        self.known = {query: self.inner.query(query) for query in queries}

    def documents(self, texts: list[str]) -> Matrix:
        return self.inner.documents(texts)

    def query(self, text: str) -> Matrix:
        return self.known[text]


def main() -> None:
    conversation = load(LOCOMO if LOCOMO.exists() else sample_path()).conversations[0]
    print(f"{conversation.id}: {len(conversation.turns)} turns")
    models = connect(settings_tree.Settings())
    steps: list[str] = []

    def listen(event: Event) -> None:
        if isinstance(event, StageFinished):
            steps.append(f"{event.stage} {event.seconds:.2f} s")

    started = time.perf_counter()
    memory = create("hypermem", settings_tree.Settings(), models).build(conversation, listen)
    print(f"build: {time.perf_counter() - started:.2f} s ({', '.join(steps)})")
    queries = [question.text for question in conversation.questions]
    started = time.perf_counter()
    remembered = Models(models.llm, Remembered(models, queries), models.reranker)
    print(f"embedding a query: {1000 * (time.perf_counter() - started) / len(queries):.1f} ms")
    for preset in ("readme", "studio"):
        settings = settings_tree.load({}, preset, {"retrieval.rerank_facts": False})
        method = create("hypermem", settings, remembered)
        times = []
        for query in queries:
            started = time.perf_counter()
            method.retrieve(memory, query)
            times.append(1000 * (time.perf_counter() - started))
        print(
            f"retrieval, {preset}, no model: median {statistics.median(times):.2f} ms, "
            f"95 % {sorted(times)[int(len(times) * 0.95)]:.2f} ms"
        )


if __name__ == "__main__":
    main()
