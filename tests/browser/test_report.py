"""The static report opened from disk in real Chromium with no network: drawn, quiet, harmless."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hypermem_core.build import build
from hypermem_core.evaluation.rows import write_rows
from hypermem_core.evaluation.run import evaluate
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.reports.static_report import static_report
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from hypermem_core.types import Answer, Conversation

playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = "--no-sandbox --disable-gpu --disable-background-networking --no-first-run".split()
FIRE = "window.canary=(window.canary||0)+1;document.title='fired'"
CANARY = (
    f'"><img src=x onerror="{FIRE}"><script>{FIRE}</script></td></table></details></style>'
    f'<svg onload="{FIRE}"></svg><a href="javascript:{FIRE}">x</a>\u202e😀' + "w" * 10_000
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's package chromium"),
]


@pytest.fixture
def report(tiny: Conversation, models: Models, tmp_path: Path) -> Path:
    """A report whose every word of a chat, question, answer and file name is hostile."""
    settings, store = Settings(), Store(tmp_path / "results")
    hostile = replace(
        tiny,
        title=CANARY,
        turns=tuple(replace(t, speaker=CANARY[:200], text=t.text + CANARY) for t in tiny.turns),
        questions=tuple(replace(q, text=q.text + CANARY, answer=CANARY) for q in tiny.questions),
    )
    folder = store.run_folder("mine", "run-1")
    made = evaluate(
        [hostile],
        create("flat", settings, models),
        lambda chat: build(chat, "mine", "flat", settings, models, store),
        models,
        settings,
        folder,
    )
    write_rows(folder, [replace(row, answer=Answer(CANARY, reasoning=CANARY)) for row in made.rows])
    path = tmp_path / "<img src=x onerror=alert(1)> report.html"
    path.write_bytes(static_report(store, "mine", "run-1"))
    return path


@pytest.fixture
def browser() -> Iterator["playwright.Browser"]:
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield opened
        opened.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_it_opens_from_disk_without_a_request_a_message_or_a_fired_canary(
    report: Path, browser: "playwright.Browser", width: int, scheme: str
) -> None:
    context = browser.new_context(
        offline=True, viewport={"width": width, "height": 900}, color_scheme=scheme
    )
    page, said, asked = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.wait_for_timeout(300)
    assert page.evaluate("window.canary") is None
    assert page.title() == "flat · run-1 · mine · HyperMem Studio"
    assert (said, asked) == ([], [report.as_uri()])
    assert page.locator("img, script, a:not([download]), body svg[onload]").count() == 0
    assert page.locator("svg rect").count() > 5  # charts are drawn
    assert page.locator("details").count() > 5
    with page.expect_download() as caught:
        page.get_by_role("link", name="Save as SVG").first.click()
    assert ElementTree.parse(caught.value.path()).getroot().tag.endswith("}svg")
    expect = playwright.expect
    expect(page.get_by_role("heading", name="Run card")).to_be_visible()
    expect(page.get_by_role("heading", name="Published, other models")).to_be_visible()
    assert "onerror" in page.inner_text("body")  # shown as text
    assert page.evaluate("document.documentElement.scrollWidth") <= width
