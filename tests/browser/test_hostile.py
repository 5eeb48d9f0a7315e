"""Hostile chats, names and model replies on every page in Chromium: shown as text, never run."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hypermem_core.build import build
from hypermem_core.conversations import load
from hypermem_core.evaluation.disputes import dispute, gold_folder
from hypermem_core.evaluation.gold import GoldError
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.run import evaluate, run_name
from hypermem_core.methods import METHODS, create
from hypermem_core.models import connect
from hypermem_core.reports.static_report import static_report
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from hypermem_core.types import CATEGORY_ORDER, Conversation
from tests import hostile
from tests.browser import screens
from tests.browser.test_walk import CHROMIUM, FLAGS, playwright, pytestmark  # noqa: F401
from tests.servers.loopback import Loopback
from tests.servers.studio import serving

# what an attack would have made of the page, had it been read as markup
MADE = """() => {
    const found = [], all = query => document.querySelectorAll(query);
    const note = (what, one) => found.push(what + ': ' + one.outerHTML.slice(0, 160));
    for (const one of all('img[src="x"], [onerror], [onload]')) note('attribute', one);
    for (const one of all('a[href*="evil.example"], a[href^="javascript:"]')) note('link', one);
    for (const one of all('img[src*="evil.example"], .katex')) note('drawn', one);
    for (const one of all('script')) if (one.text.includes('__canary')) note('script', one);
    const said = {strong: 'boldword', em: 'emword', code: 'codeword', del: 'strikeword',
        blockquote: 'quoteword', li: 'listword', small: 'smallword'};
    for (const [tag, word] of Object.entries(said))
        for (const one of all(tag)) if (one.textContent.trim() === word) note(tag, one);
    for (const one of all('h1, h2, h3')) if (one.textContent.trim() === 'headword') note('h', one);
    for (const one of all('.stMarkdownColoredText, .stMarkdownBadge, .stMarkdownSmall'))
        if (/crimsonword|badgeword|smallword/.test(one.textContent)) note('directive', one);
    for (const one of all('[data-testid=stIconMaterial], [role=img]'))
        if (/^skull/.test(one.textContent + one.ariaLabel)) note('icon', one);
    if (document.body.innerText.includes('🎉')) found.push('shortcode');
    if (document.title.includes('fired')) found.push('title');
    for (const one of all('[data-testid=stException]')) note('exception', one);
    for (const one of all('button[aria-label^="Download as CSV"]'))  // writes formulas as they are
        if (one.checkVisibility()) note('unsafe download', one);
    return found;
}"""


class Seen:
    """The faults of a walk, each with its page and view."""

    def __init__(self, page: Any) -> None:
        self.page, self.faults, self.views, self.told = page, [], 0, set[str]()

    def check(self, where: str, view: str) -> None:
        self.views += 1
        found = [f"frame {f.url[:40]}" for f in self.page.frames if fired(f)]
        found += self.page.evaluate(MADE) + screens.sideways(self.page)
        for fault in found:
            if (where, fault) not in self.told:
                self.told.add((where, fault))
                self.faults.append(f"{where} · {view}: {fault}")


def fired(frame: Any) -> bool:
    return bool(frame.evaluate("Boolean(window.__canary)"))


def prepared(folder: Path, experiment: str, settings: Settings, methods: list[str]) -> Conversation:
    """Build and evaluate the hostile conversation with each method."""
    (chat,) = load(hostile.write(folder)).conversations
    store = Store(folder / "results")
    models = connect(settings, folder / "replies.db", {"OPENAI_API_KEY": "of-the-test"})
    for method in methods:
        memory = build(chat, experiment, method, settings, models, store)
        run = store.run_folder(experiment, run_name(method, settings, True))
        run.mkdir(parents=True)
        made = create(method, settings, models)
        find = lambda _, found=memory: found  # noqa: E731
        evaluate([chat], made, find, models, settings, run, categories=CATEGORY_ORDER)
    asked = chat.questions[1]
    fault = GoldError(
        key(chat.id, asked), chat.id, asked.text, asked.answer, hostile.IMAGE,
        hostile.SHORT, (hostile.IMAGE,), hostile.SHORT, hostile.IMAGE,
    )  # fmt: skip
    dispute(gold_folder(store, experiment), fault)
    return chat


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, Conversation]]:
    """An app over two experiments: built by the rules, and by a hostile chat model."""
    folder = tmp_path_factory.mktemp("hostile")
    chat = prepared(folder, "rules", Settings(), list(METHODS))
    with Loopback(hostile.model()) as server:
        bare = Settings()
        asked = replace(bare.models, llm="loopback", base_url=server.url, backoff_seconds=0.01)
        prepared(folder, "model", replace(bare, models=asked), ["hypermem", "hgmem"])
    with serving(folder / "results") as address:
        yield address, folder, chat


@pytest.fixture
def page() -> Iterator["playwright.Page"]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        opened = browser.new_page(viewport={"width": 1280, "height": 900})
        opened.set_default_timeout(60_000)
        yield opened
        browser.close()


def addresses(
    address: str, source: Path, chat: Conversation, store: Store
) -> Iterator[tuple[str, str]]:
    """Yield a name and an address of every page in every method that looks different."""
    chosen = {"source": str(source), "conversation_id": chat.id}
    question = chat.questions[0].text
    for experiment, methods in (("rules", list(METHODS)), ("model", ["hypermem", "hgmem"])):
        for method in methods:
            first = method == methods[0]
            whole = screens.PAGES if experiment == "rules" else screens.OF_MODEL
            for name in whole if first else screens.BY_METHOD:
                url = screens.at(
                    address, name, experiment=experiment, method=method,
                    **chosen, **({"question": question} if name in ("ask", "diagnose") else {}),
                )  # fmt: skip
                yield f"{experiment} {method} /{name}", url
            # a node of every kind chosen, and a question of one's own
            more = [("ask", {"question": hostile.SHORT})] if first else []
            graph = store.load_memory(experiment, method, chat.id).graph
            ids = {node.kind: node.id for node in graph.nodes.values()}
            for name, part in more + [("hypergraph", {"selected": one}) for one in ids.values()]:
                url = screens.at(address, name, experiment=experiment, method=method,
                                 **chosen, **part)  # fmt: skip
                yield f"{experiment} {method} /{name} {[*part.values()][0][:12]}", url


ONLY = os.environ.get("HOSTILE_ONLY", "")  # a part of a page's name, to look at it alone
THOROUGH = bool(os.environ.get("HOSTILE_THOROUGH"))  # every tab of every method: ten minutes


def test_no_page_reads_a_text_as_markup_or_scrolls_sideways(
    page: "playwright.Page", studio: tuple[str, Path, Conversation]
) -> None:
    address, folder, chat = studio
    source = next(folder.glob("*.json"))
    seen = Seen(page)
    for where, url in addresses(address, source, chat, Store(folder / "results")):
        if ONLY in where:
            # A chosen node changes the first view only; other methods and the model's replies go
            # through the same components, so they get theirs in a thorough walk alone.
            deep = where.count(" ") == 2 and (THOROUGH or where.startswith("rules hypermem"))
            screens.visit(page, url, lambda view, where=where: seen.check(where, view), deep)
            if "/ask" in where or "rules hypermem /diagnose" in where:
                assert hostile.SCRIPT in page.inner_text("body"), where
    assert seen.faults == []
    assert seen.views > 60 or ONLY


def test_the_report_of_a_hostile_run_shows_text(
    page: "playwright.Page", studio: tuple[str, Path, Conversation], tmp_path: Path
) -> None:
    store = Store(studio[1] / "results")
    seen = Seen(page)
    for experiment in ("rules", "model"):
        for run in store.list_runs(experiment):
            path = tmp_path / "report.html"
            path.write_bytes(static_report(store, experiment, run))
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 900})
                page.goto(path.as_uri())
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
                seen.check(f"report of {run}", f"{width} px")
            assert hostile.SCRIPT in page.inner_text("body")
    assert seen.faults == []


def test_everything_is_reached_by_tab_with_a_visible_focus(
    page: "playwright.Page", studio: tuple[str, Path, Conversation]
) -> None:
    address, folder, chat = studio
    store, source = Store(folder / "results"), next(folder.glob("*.json"))
    page.set_viewport_size({"width": 1280, "height": 900})
    faults = []
    for where, url in addresses(address, source, chat, store):
        if where.startswith("rules") and where.count(" ") == 2:
            page.goto(url)
            screens.settle(page)
            unseen, unreached = screens.tabbed(page)
            if unreached:  # drawn anew while it was tabbed through: what is out of reach stays so
                screens.settle(page)
                unseen, unreached = screens.tabbed(page)
            faults += [f"{where}: no focus seen on {one}" for one in unseen]
            faults += [f"{where}: never reached {one}" for one in unreached]
    assert faults == []
