"""Evidence recall on LoCoMo, all methods beside flat: `python -m tests.benchmarks.recall`.

Prints recall of gold turns inside 500/1,000/2,000/4,000 tokens per category, for the five
conversations the knobs were chosen on, the other five, and all ten. `--rerank` adds flat with the
cross-encoder (about half a second a question on two cores); `--only conv-26` looks at one.
"""

import argparse
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from hypermem_core import settings as settings_tree
from hypermem_core.conversations import load
from hypermem_core.evaluation.recall import recall
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.types import CATEGORY_ORDER, Conversation

LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"
BUDGETS = ("500", "1000", "2000", "4000")
CHOSEN_ON = ("conv-26", "conv-30", "conv-41", "conv-42", "conv-43")
RUNS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "flat": ("flat", "readme", {}),
    "flat + reranker": ("flat", "readme", {"retrieval.rerank_facts": True}),
    "hypermem readme": ("hypermem", "readme", {}),
    "hypermem studio": ("hypermem", "studio", {}),
    "hingemem readme": ("hingemem", "readme", {}),
    "hingemem studio": ("hingemem", "studio", {}),
    "hgmem readme": ("hgmem", "readme", {}),
    "hgmem studio": ("hgmem", "studio", {}),
}
Row = tuple[str, str, str, dict[str, float], dict[str, float], float]  # run, conversation, category


def measure(conversation: Conversation, names: list[str]) -> tuple[list[Row], dict[str, float]]:
    rows: list[Row] = []
    built: dict[str, float] = {}
    memories: dict[str, Any] = {}
    for name in names:
        method_name, preset, changes = RUNS[name]
        settings = settings_tree.load({}, preset, changes)
        models = connect(settings)
        method = create(method_name, settings, models)
        if method_name not in memories:
            started = time.perf_counter()
            memories[method_name] = method.build(conversation)
            built[method_name] = time.perf_counter() - started
        memory = memories[method_name]
        for question in conversation.questions:
            if question.category == "adversarial":
                continue
            trace = method.retrieve(memory, question.text)
            found = recall(question, trace, memory.graph)
            if found is not None:
                category = question.category or ""
                rows.append(
                    (
                        name,
                        conversation.id,
                        category,
                        found.at_budget,
                        found.by_stage,
                        trace.seconds,
                    )
                )
    return rows, built


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def table(rows: list[Row], names: list[str], title: str) -> None:
    print(f"\n## {title}: {len([r for r in rows if r[0] == names[0]])} questions with evidence")
    print("| run | category | n | " + " | ".join(BUDGETS) + " |")
    print("|---|---|---|" + "---|" * len(BUDGETS))
    for name in names:
        for category in ("overall", *CATEGORY_ORDER[:-1]):
            mine = [r for r in rows if r[0] == name and category in ("overall", r[2])]
            if not mine:
                continue
            cells = " | ".join(f"{mean([r[3][b] for r in mine]):.3f}" for b in BUDGETS)
            print(f"| {name} | {category} | {len(mine)} | {cells} |")


def stages(rows: list[Row], names: list[str]) -> None:
    print("\n## Recall by stage, and seconds per question")
    for name in names:
        mine = [r for r in rows if r[0] == name]
        found: dict[str, list[float]] = defaultdict(list)
        for row in mine:
            for stage, value in row[4].items():
                found[stage].append(value)
        cells = ", ".join(f"{stage} {mean(values):.3f}" for stage, values in found.items())
        print(f"- {name}: {cells}; {mean([r[5] for r in mine]):.4f} s per question")


def main() -> None:
    if not LOCOMO.exists():
        print("Put locomo10.json into ../shared/data to measure recall.")
        return
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rerank", action="store_true")
    arguments.add_argument("--only", nargs="*", default=[])
    chosen = arguments.parse_args()
    names = [n for n in RUNS if chosen.rerank or n != "flat + reranker"]
    conversations = [
        c for c in load(LOCOMO).conversations if not chosen.only or c.id in chosen.only
    ]
    rows: list[Row] = []
    with ProcessPoolExecutor(2) as pool:
        for found, built in pool.map(measure, conversations, [names] * len(conversations)):
            rows += found
            print(found[0][1], {k: f"{v:.1f} s" for k, v in built.items()}, flush=True)
    table([r for r in rows if r[1] in CHOSEN_ON], names, "Knobs chosen on")
    table([r for r in rows if r[1] not in CHOSEN_ON], names, "Held out")
    table(rows, names, "All")
    stages(rows, names)


if __name__ == "__main__":
    main()
