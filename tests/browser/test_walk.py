"""One walk through the app in real headless Chromium with no network: open, build, look, ask."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
).split()
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's package chromium"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"-m streamlit run app/main.py --server.headless true --server.port {port}"
    server = subprocess.Popen(
        [sys.executable, *command.split(), "--server.address", "127.0.0.1"],
        cwd=ROOT,
        env={**os.environ, "HYPERMEM_RESULTS": str(tmp_path_factory.mktemp("results"))},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    started = time.monotonic()
    while time.monotonic() - started < 60:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    print(f"\nserver up after {time.monotonic() - started:.1f} s")
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(20)


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


def test_the_main_job_from_the_sample_to_the_scores(page: "playwright.Page", address: str) -> None:
    expect = playwright.expect
    page.goto(address)
    page.get_by_role("button", name="Open the sample").click()
    expect(page.get_by_role("tab", name="Transcript")).to_be_visible()

    page.get_by_role("button", name="Go on to Build").click()
    page.get_by_role("button", name="Build memory").click()
    expect(page.get_by_role("button", name="Rebuild memory")).to_be_visible(timeout=120_000)

    menu(page, "Hypergraph")
    frame = page.frame_locator("iframe").first
    expect(frame.locator("canvas")).to_be_visible()

    menu(page, "Ask")
    box = page.get_by_label("Question", exact=True)
    box.fill("How many chess tournaments did Mara win?")
    box.press("Enter")
    expect(page.get_by_text("offline rules").first).to_be_visible()
    for name in ("BM25", "Dense", "RRF"):
        expect(page.get_by_text(name).first).to_be_attached()

    menu(page, "Evaluate")
    expect(page.get_by_role("heading", name="Evaluate")).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
