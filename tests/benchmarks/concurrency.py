"""How busy a build and an evaluation keep a server: `python -m tests.benchmarks.concurrency`.

The server answers after 100 ms and takes 32 requests at a time; it runs in its own process.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hypermem_core.answer import answer
from hypermem_core.conversations import load, sample_path
from hypermem_core.evaluation.judge import judge
from hypermem_core.events import Event, StageFinished, StageStarted
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.parallel import map_threads
from hypermem_core.settings import load as settings_of
from hypermem_core.types import Conversation, Session
from tests.servers.loopback import Loopback

SLOTS, LATENCY = 32, 0.1


def serve(pipe) -> None:
    """Run the server until told to stop; answer `spans` with what was under way when."""
    with Loopback(latency=LATENCY) as server:
        pipe.send(server.url)
        while pipe.recv() == "spans":
            pipe.send([(a.began, a.ended) for a in server.asked if a.ended and a.prompt])


def busy(spans: list[tuple[float, float]], began: float, ended: float) -> tuple[int, float]:
    """Return the requests between two times and the share of the slots they filled."""
    inside = [(b, e) for b, e in spans if b >= began and e <= ended]
    if not inside:
        return 0, 0.0
    whole = max(e for _, e in inside) - min(b for b, _ in inside)
    return len(inside), sum(e - b for b, e in inside) / whole / SLOTS


def many(copies: int) -> Conversation:
    """Return the sample told several times over."""
    whole = load(sample_path()).conversations[0]
    turns, sessions, count = [], [], len(whole.sessions)
    for copy in range(copies):
        for turn in whole.turns:
            number = turn.session + copy * count
            name = f"D{number}:{turn.id.partition(':')[2]}"
            turns.append(replace(turn, id=name, text=f"{turn.text} ({copy})", session=number))
        sessions += [Session(s.number + copy * count, s.time) for s in whole.sessions]
    return replace(whole, turns=tuple(turns), sessions=tuple(sessions))


def stages(conversation: Conversation, method) -> Iterator[tuple[str, float, float]]:
    """Build, and return each stage with its times."""
    began: dict[str, float] = {}
    found = []

    def listen(event: Event) -> None:
        if isinstance(event, StageStarted):
            began[event.stage] = time.perf_counter()
        elif isinstance(event, StageFinished):
            found.append((event.stage, began[event.stage], time.perf_counter()))

    method.build(conversation, listen)
    yield from found


def main() -> None:
    copies = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    process = multiprocessing.get_context("fork").Process(target=serve, args=(theirs,))
    process.start()
    url = ours.recv()
    settings = settings_of(
        {},
        overrides={
            "models.llm": "m",
            "models.base_url": url,
            "models.embedder": "api:words",
            "models.embedding_base_url": url,
            "models.concurrency": SLOTS,
        },
    )
    with tempfile.TemporaryDirectory() as folder:
        models = connect(settings, Path(folder) / "replies.db")
        conversation = many(copies)
        method = create("hypermem", settings, models)
        times = list(stages(conversation, method))
        memory = method.build(conversation)
        questions = [
            replace(q, id=f"{q.id}-{i}", text=f"{q.text} ({i})")
            for i in range(99)
            for q in conversation.questions
        ][:200]
        traces = [method.retrieve(memory, q.text) for q in questions]

        def asked(pair) -> None:
            question, trace = pair
            given = answer(question.text, trace, models.answerer, settings, conversation)
            judge(question, given, models.judging, settings)

        began = time.perf_counter()
        list(map_threads(asked, zip(questions, traces, strict=True), SLOTS))
        times.append(("200 questions", began, time.perf_counter()))
    ours.send("spans")
    spans = ours.recv()
    ours.send("stop")
    process.join()
    print("| part | calls | seconds | of 32 slots busy |\n|---|---|---|---|")
    for name, start, end in times:
        number, share = busy(spans, start, end)
        print(f"| {name} | {number} | {end - start:.1f} | {100 * share:.0f} % |")


if __name__ == "__main__":
    main()
