"""How busy a build and an evaluation keep a server: `python -m tests.benchmarks.concurrency`.

The server answers after 100 ms and takes 32 requests at a time; it runs in its own process, and
has thought of every answer in a first run, so that the second one waits for its latency only.
Topics are left out: each episode is matched with the topics so far, one after the other.
"""

import multiprocessing
import sys
import tempfile
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

from hypermem_core.answer import answer
from hypermem_core.conversations import load, sample_path
from hypermem_core.evaluation.judge import judge
from hypermem_core.events import ignore
from hypermem_core.methods import create
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.models import Models, connect, workers_of
from hypermem_core.parallel import map_threads
from hypermem_core.settings import Settings
from hypermem_core.settings import load as settings_of
from hypermem_core.types import Conversation, Question, RetrievalTrace, Session
from tests.servers import twins
from tests.servers.loopback import Asked, Loopback, Said, chat

SLOTS, LATENCY, QUESTIONS = 32, 0.1, 200
Part = tuple[str, float, float]


def serve(pipe) -> None:
    """Run the server until told to stop; answer `spans` with what was under way when."""
    remembered = cache(twins.answer)

    def say(asked: Asked) -> Said:
        return chat(remembered(asked.prompt), prompt=asked.prompt)

    with Loopback(say, LATENCY) as server:
        pipe.send(server.url)
        while pipe.recv() == "spans":
            pipe.send([(a.began, a.ended) for a in server.asked if a.ended and a.prompt])


def busy(spans: list[tuple[float, float]], began: float, ended: float) -> tuple[int, float]:
    """Return the requests between two times and the share of the slots they filled."""
    inside = [(b, e) for b, e in spans if b >= began and e <= ended]
    return len(inside), sum(e - b for b, e in inside) / (ended - began) / SLOTS


def many(copies: int) -> Conversation:
    """Return the sample told several times over."""
    whole = load(sample_path()).conversations[-1]
    turns, sessions, count = [], [], len(whole.sessions)
    for copy in range(copies):
        for turn in whole.turns:
            number = turn.session + copy * count
            name = f"D{number}:{turn.id.partition(':')[2]}"
            turns.append(replace(turn, id=name, text=f"{turn.text} ({copy})", session=number))
        sessions += [Session(s.number + copy * count, s.time) for s in whole.sessions]
    return replace(whole, turns=tuple(turns), sessions=tuple(sessions))


def timed(name: str, work) -> Part:
    """Return when a part began and ended."""
    began = time.perf_counter()
    work()
    return name, began, time.perf_counter()


def run(
    conversation: Conversation,
    traces: list[tuple[Question, RetrievalTrace]],
    settings: Settings,
    models: Models,
) -> list[Part]:
    """Build the parallel stages and ask and judge every question; return the times."""
    building = Building(conversation, models, ignore, settings.build)

    def asked(pair: tuple[Question, RetrievalTrace]) -> None:
        question, trace = pair
        given = answer(question.text, trace, models.answerer, settings, conversation)
        judge(question, given, models.judging, settings)

    return [
        timed("episodes", lambda: build_episodes(building)),
        timed("facts", lambda: build_facts(building)),
        timed(
            f"{QUESTIONS} questions",
            lambda: list(map_threads(asked, traces, workers_of(models.answerer))),
        ),
    ]


def questions() -> list[tuple[Question, RetrievalTrace]]:
    """Return the questions and what the flat method finds for them; no server is asked."""
    whole = load(sample_path()).conversations[-1]
    method = create("flat", Settings(), connect(Settings()))
    memory = method.build(whole)
    traces = [(question, method.retrieve(memory, question.text)) for question in whole.questions]
    return [
        (replace(q, id=f"{q.id}-{n}", text=f"{q.text} ({n})"), trace)
        for n in range(QUESTIONS)
        for q, trace in traces
    ][:QUESTIONS]


def main() -> None:
    copies = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,))
    process.start()
    overrides = {"models.llm": "m", "models.base_url": ours.recv(), "models.concurrency": SLOTS}
    settings = settings_of({}, overrides={**overrides, "build.grouped": False})
    conversation, traces = many(copies), questions()
    with tempfile.TemporaryDirectory() as folder:
        for number in (1, 2):
            models = connect(settings, Path(folder) / f"replies-{number}.db")
            parts = run(conversation, traces, settings, models)
    ours.send("spans")
    spans = ours.recv()
    ours.send("stop")
    process.join()
    print(f"| part | calls | seconds | of {SLOTS} slots busy |\n|---|---|---|---|")
    for name, start, end in parts:
        number, share = busy(spans, start, end)
        print(f"| {name} | {number} | {end - start:.1f} | {100 * share:.0f} % |")


if __name__ == "__main__":
    main()
