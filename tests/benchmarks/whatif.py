"""Seconds of a what-if over one conversation's questions: `python -m tests.benchmarks.whatif`.

The reranker is off; the first rerun also makes the memory's indexes and embeds the questions.
"""

import time
from pathlib import Path

from hypermem_core import settings as settings_tree
from hypermem_core.conversations import load, sample_path
from hypermem_core.diagnosis.sweep import ABLATIONS, sweep
from hypermem_core.diagnosis.whatif import Task, what_if
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.models.remembered import remembering

LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"
AIM = 5.0  # seconds on two cores
OFF = {f"retrieval.rerank_{level}": False for level in ("topics", "episodes", "facts")}


def main() -> None:
    conversation = load(LOCOMO if LOCOMO.exists() else sample_path()).conversations[0]
    asked = [q for q in conversation.questions if q.category != "adversarial"]
    models = connect(settings_tree.Settings())
    memory = create("hypermem", settings_tree.Settings(), models).build(conversation)
    tasks = [Task(conversation, memory, question) for question in asked]
    kept = remembering(models)  # as the app keeps it: no question is embedded twice
    for preset in ("readme", "studio"):
        settings = settings_tree.load({}, preset, OFF)
        for name in ("first", "again"):
            started, worked = time.perf_counter(), time.process_time()
            found = what_if("hypermem", settings, kept, tasks)
            seconds, cpu = time.perf_counter() - started, time.process_time() - worked
            print(
                f"what-if, {preset}, {len(tasks)} questions, {name}: {seconds:.2f} s, "
                f"{cpu:.2f} s of CPU (aim ≤ {AIM:g} s); recall @ 1,000 {found.recall(1000):.1%}"
            )
    started = time.perf_counter()
    points = sweep("hypermem", settings, ABLATIONS, kept, tasks)
    print(f"ablations, {len(points)} settings: {time.perf_counter() - started:.2f} s")


if __name__ == "__main__":
    main()
