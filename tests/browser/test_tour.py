"""The tour in real Chromium: by keyboard from the first screen to the scores, wide and narrow."""

import pytest

from tests.browser.screens import settle
from tests.browser.test_walk import address as address
from tests.browser.test_walk import page as page
from tests.browser.test_walk import playwright, pytestmark  # noqa: F401

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("width", [1280, 390])
def test_six_stops_by_keyboard_with_nothing_to_wait_for(
    page: "playwright.Page",  # noqa: F811
    address: str,  # noqa: F811
    width: int,
) -> None:
    expect = playwright.expect
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address)
    start = page.get_by_role("button", name="Take the tour")
    start.focus()
    page.keyboard.press("Enter")
    titles = ("transcript", "Episodes", "Topics", "Hyperedges", "counting", "Scores")
    for number, title in enumerate(titles, 1):
        head = page.get_by_role("heading", name=f"{number} of 6").filter(has_text=title)
        expect(head).to_be_visible(timeout=15_000)
        assert page.evaluate(SIDEWAYS) <= 0
        assert f"tour={number}" in page.url
        if title == "Hyperedges":
            canvas = page.frame_locator("iframe").first.locator("canvas").first
            expect(canvas).to_be_visible()
        if title == "counting":
            expect(page.get_by_text("7 of 7 results")).to_be_visible()
        expect(page.get_by_test_id("stException")).to_have_count(0)
        settle(page)  # a key pressed while the page is drawn is pressed on nothing
        page.locator("body").press("ArrowRight")
    expect(page.get_by_role("heading", name="Conversations", exact=True)).to_be_visible()
    expect(page.get_by_text("tour-").first).to_be_visible()


def test_an_experiment_leaves_as_a_bundle_and_comes_in_under_a_hostile_file_name(
    page: "playwright.Page",  # noqa: F811
    address: str,  # noqa: F811
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    expect = playwright.expect
    page.goto(f"{address}/tour")
    expect(page.get_by_role("heading", name="1 of 6")).to_be_visible()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Settings").click()
    page.get_by_text("Move an experiment to another machine").click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export this experiment").click()
    evil = tmp_path_factory.mktemp("evil") / "<img src=x onerror=window.canary=1>.zip"
    caught.value.save_as(evil)
    page.locator("input[type=file]").set_input_files(str(evil))
    page.get_by_role("textbox", name="As experiment").fill("moved")
    page.get_by_role("textbox", name="As experiment").press("Enter")
    page.get_by_role("button", name="Open this bundle").click()
    expect(page.get_by_role("tab", name="Transcript")).to_be_visible()
    expect(page.get_by_role("button", name="moved")).to_be_visible()
    assert page.evaluate("window.canary") is None

    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Evaluate").click()
    page.get_by_text("Run card ·").first.click()
    page.get_by_role("button", name="Make the report").first.click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Report (HTML)").first.click()
    assert caught.value.suggested_filename.endswith(".html")
    assert caught.value.path().read_bytes().startswith(b"<!doctype html>")
