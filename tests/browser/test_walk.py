"""One walk through the app in real headless Chromium with no network: open, build, look, ask."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.studio import serving

playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
).split()
SHORT = "sample-lin-zhou"  # 66 turns
QUESTION = "年糕的手术花了多少钱？"  # noqa: RUF001 - as it stands among the gold questions
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's package chromium"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    started = time.monotonic()
    with serving(tmp_path_factory.mktemp("results")) as found:
        print(f"\nserver up after {time.monotonic() - started:.1f} s")
        yield found


@pytest.fixture
def page(address: str) -> Iterator["playwright.Page"]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        opened = browser.new_page(viewport={"width": 1280, "height": 900})
        opened.set_default_timeout(60_000)
        outside: list[str] = []

        def only_here(route: "playwright.Route") -> None:
            if route.request.url.startswith(address):
                route.continue_()
            else:
                outside.append(route.request.url)
                route.abort()

        opened.route("http*://**", only_here)
        yield opened
        browser.close()
    # Streamlit's own page asks for a few of its files elsewhere; ours asks for nothing.
    assert [url for url in outside if "streamlit" not in url] == []


def menu(page: "playwright.Page", title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title).click()
    playwright.expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def choose_the_short_one(page: "playwright.Page") -> None:
    page.get_by_role("button", name="sample-mara-theo").click()
    page.get_by_role("combobox", name="Conversation", exact=True).click()
    page.get_by_role("option", name=SHORT).click()
    playwright.expect(page.get_by_role("button", name=SHORT)).to_be_visible()
    page.keyboard.press("Escape")


def inks(canvas: "playwright.Locator") -> int:
    """Return how many colours a canvas holds; 1 when nothing is drawn."""
    seen = """canvas => {
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(new Uint32Array(data.buffer)).size;
    }"""
    return int(canvas.evaluate(seen))


def click_a_node(page: "playwright.Page", node_id: str) -> None:
    """Click in the picture, where vis.js says the node is."""
    frame = page.locator("iframe").first
    where = """id => network.canvasToDOM(network.getPositions([id])[id])"""
    inside = frame.element_handle().content_frame()
    assert inside is not None
    for _ in range(5):  # the picture may still move while the page around it is drawn
        place, box = inside.evaluate(where, node_id), frame.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + place["x"], box["y"] + place["y"])
        page.wait_for_timeout(2000)
        if f"selected={node_id}" in page.url:
            return


def test_an_upload_opens_and_a_bad_one_is_explained(
    page: "playwright.Page", address: str, tmp_path: Path
) -> None:
    page.goto(address)
    bad, good = tmp_path / "bad.json", tmp_path / "chat.txt"
    bad.write_text('{"a": [1, 2')
    good.write_text("Ana: Hi!\nBen: Hello, I adopted a cat.\n")
    for path, told in ((bad, "bad.json: line 1"), (good, "I adopted a cat")):
        page.locator("input[type=file][accept*='.jsonl']").set_input_files(str(path))
        page.get_by_role("button", name="Open the uploaded file").click()
        playwright.expect(page.get_by_text(told)).to_be_visible()
        if path == bad:
            page.reload()


def test_the_main_job_from_the_sample_to_the_scores(page: "playwright.Page", address: str) -> None:
    expect = playwright.expect
    page.goto(address)
    page.get_by_role("button", name="Open the sample").click()
    expect(page.get_by_role("tab", name="Transcript")).to_be_visible()
    choose_the_short_one(page)

    page.get_by_role("button", name="Go on to Build").click()
    page.get_by_role("button", name="Build memory").click()
    ready = page.get_by_role("button", name="See the hypergraph")
    expect(ready).to_be_visible(timeout=120_000)
    expect(page.get_by_text("66 / 66")).to_be_visible()  # every turn is in an episode

    ready.click()
    canvas = page.frame_locator("iframe").first.locator("canvas").first
    expect(canvas).to_be_visible()
    page.wait_for_timeout(500)  # the layout comes to rest
    assert inks(canvas) > 3
    click_a_node(page, "episode-001")
    expect(page.get_by_text("Source turns")).to_be_visible()
    assert "selected=episode-001" in page.url
    page.get_by_role("button", name="episode", exact=True).click()  # the legend hides a level
    expect(page.get_by_text("topics only").first).to_be_attached()

    page.get_by_role("button", name="Ask this memory").click()
    box = page.get_by_role("textbox", name="Question", exact=True)
    box.fill(QUESTION)
    box.press("Enter")
    for name in ("BM25", "Dense", "RRF"):
        found = page.locator(".hm-list").filter(has_text=name).locator(".hm-title")
        expect(found.first).to_be_visible()
    expect(page.get_by_text("Gold answer:")).to_be_visible()

    menu(page, "Evaluate")
    most = page.get_by_role("spinbutton", name="Questions at most")
    most.fill("5")
    most.press("Enter")
    page.get_by_role("button", name="Run 5 questions").click()
    expect(page.get_by_role("tab", name="Scores")).to_be_visible(timeout=120_000)
    expect(page.get_by_test_id("stMetric").filter(has_text="5 questions")).to_have_count(2)
    expect(page.get_by_test_id("stException")).to_have_count(0)
