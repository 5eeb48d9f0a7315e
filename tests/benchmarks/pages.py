"""Seconds until large pages stand, in Chromium: `python -m tests.benchmarks.pages`.

A memory of 5,000 nodes and 20,000 memberships; a run of 1,540 questions, made by repeating the
sample's; a what-if over one conversation's 150 distinct questions with the reranker off, the
server's first: it loads the memory and the embedder, makes the indexes, embeds every question.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from hypermem_core import settings as settings_tree
from hypermem_core.build import build
from hypermem_core.conversations import load, sample_path
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import connect
from hypermem_core.store import Store
from tests.benchmarks.large import repeat_run, save_memory
from tests.browser.screens import at, settle
from tests.browser.test_walk import inks
from tests.servers.studio import serving

CHROMIUM = "/usr/bin/chromium"
FLAGS = "--no-sandbox --disable-gpu --no-first-run".split()
EXPERIMENT = "large"
QUESTIONS, ONE_CHAT = 1_540, 150
CHAT = "sample-mara-theo"


def prepare(root: Path) -> dict[str, list[str]]:
    """Save the large memory and both runs; return the questions of each run."""
    store = Store(root)
    if not (root / EXPERIMENT / "memory" / "hypermem" / "large").exists():
        save_memory(store, EXPERIMENT)
    settings = settings_tree.load({}, "studio", {})
    models = connect(settings)
    chat = next(c for c in load(sample_path()).conversations if c.id == CHAT)
    memory = build(chat, EXPERIMENT, "hypermem", settings, models, store)
    folder = store.run_folder("small", "made")
    folder.mkdir(parents=True, exist_ok=True)
    method = create("hypermem", settings, models)
    evaluate([chat], method, lambda _: memory, models, settings, folder)
    store.run_folder(EXPERIMENT, "made").parent.mkdir(parents=True, exist_ok=True)
    if not store.run_folder(EXPERIMENT, "made").exists():
        folder.rename(store.run_folder(EXPERIMENT, "made"))
    # else the last measurement's rerun is shown before this one's is made
    shutil.rmtree(store.root / EXPERIMENT / "sweeps", ignore_errors=True)
    made = {}
    for name, count in (("whole", QUESTIONS), ("one-chat", ONE_CHAT)):
        made[name] = repeat_run(store, EXPERIMENT, "made", name, count)
        assert len(set(made[name])) == count
    return made


def timed(name: str, aim: float, act: Callable[[], Any]) -> None:
    """Print how long an act took beside its aim."""
    started = time.perf_counter()
    act()
    print(f"{name}: {time.perf_counter() - started:.2f} s (aim ≤ {aim:g} s)", flush=True)


def drawn(page: Page) -> None:
    """Wait until the picture of the graph has ink on its canvas."""
    canvas = page.frame_locator("iframe").first.locator("canvas").first
    canvas.wait_for()
    while inks(canvas) <= 3:
        page.wait_for_timeout(20)


def hypergraph(page: Page, address: str) -> None:
    url = at(address, "hypergraph", experiment=EXPERIMENT, conversation_id="large")

    def first() -> None:
        page.goto(url)
        drawn(page)

    timed("hypergraph, 5,000 nodes, server's first picture", 3, first)
    timed("hypergraph, 5,000 nodes, picture of another session", 3, first)
    said = page.locator(".hm-showing").inner_text()
    print(f"  notice: {said.strip()}")

    def searched() -> None:
        box = page.get_by_role("textbox", name="Search")
        box.fill("day 77")
        box.press("Enter")
        page.get_by_text("Found").first.wait_for()
        settle(page)

    timed("hypergraph, 5,000 nodes, a search", 3, searched)


def pick(page: Page, row: int) -> None:
    """Click a row of the list of questions; wait for the question it opens."""
    shown = page.locator(".hm-asked").first
    before = shown.inner_text()
    table = page.get_by_test_id("stDataFrame").first
    table.click(position={"x": 16, "y": 35 * row + 52})
    page.wait_for_function(
        "before => document.querySelector('.hm-asked').innerText !== before", arg=before
    )


def diagnose(page: Page, address: str, questions: list[str]) -> None:
    def open_one(number: int) -> Callable[[], None]:
        url = at(
            address, "diagnose", experiment=EXPERIMENT, run="whole", conversation_id=CHAT,
            question=questions[number],
        )  # fmt: skip

        def act() -> None:
            page.goto(url)
            page.get_by_test_id("stVerticalBlock").get_by_text(questions[number]).last.wait_for()

        return act

    def overview() -> None:
        page.goto(at(address, "diagnose", experiment=EXPERIMENT, run="whole", conversation_id=CHAT))
        page.locator(".js-plotly-plot").nth(1).wait_for()
        page.get_by_text(f"all {QUESTIONS:,}").wait_for()

    timed("run of 1,540 questions, overview in Diagnose, first", 3, overview)
    timed("run of 1,540 questions, overview in Diagnose, again", 3, overview)
    for number in (1, 770, 1_539):
        timed(f"address of question {number + 1} typed, app and all", 3, open_one(number))
    page.goto(at(address, "diagnose", experiment=EXPERIMENT, run="whole", conversation_id=CHAT))
    settle(page)
    for name in ("found", "all"):
        page.get_by_test_id("stButtonGroup").get_by_role("radio", name=name).last.click()
        settle(page)
        for row in (2, 5):
            timed(
                f"run of 1,540 questions, a click on row {row} of {name}",
                1,
                partial(pick, page, row),
            )

    def scores() -> None:
        page.goto(at(address, "evaluate", experiment=EXPERIMENT, conversation_id=CHAT))
        page.locator(".js-plotly-plot").first.wait_for()
        settle(page)

    timed("run of 1,540 questions, Evaluate", 3, scores)


def what_if(page: Page, address: str) -> None:
    page.goto(at(address, "whatif", experiment=EXPERIMENT, run="one-chat", conversation_id=CHAT))
    settle(page)
    page.get_by_role("radio", name="All questions").click()
    page.get_by_role("button", name=f"Rerun {ONE_CHAT} questions").wait_for()

    def rerun() -> None:
        page.get_by_role("button", name=f"Rerun {ONE_CHAT} questions").click()
        page.get_by_text("Tokens read").first.wait_for()

    timed(f"first what-if over {ONE_CHAT} questions, reranker off", 5, rerun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", help="keep and reuse the made-up results in this folder")
    given = parser.parse_args().results
    with tempfile.TemporaryDirectory() as folder:
        root = Path(given or folder)
        questions = prepare(root)
        with serving(root) as address, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(120_000)
            timed("first screen", 3, lambda: (page.goto(address), settle(page)))
            hypergraph(page, address)
            diagnose(page, address, questions["whole"])
            what_if(page, address)
            browser.close()


if __name__ == "__main__":
    main()
