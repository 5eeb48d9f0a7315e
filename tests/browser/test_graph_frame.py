"""A graph in Chromium: every node inside its frame, at both widths, for every method."""

from pathlib import Path

from hypermem_core.build import build
from hypermem_core.conversations import load, sample_path
from hypermem_core.methods import METHODS
from hypermem_core.models import connect
from hypermem_core.settings import Settings
from hypermem_core.store import Store
from tests.browser import screens
from tests.browser.test_walk import CHROMIUM, FLAGS, SHORT, playwright, pytestmark  # noqa: F401
from tests.servers.studio import serving

# the nodes whose boxes reach past an edge of the frame
CUT_OFF = """() => network.body.nodeIndices.filter(id => {
    const box = network.getBoundingBox(id);
    const one = network.canvasToDOM({x: box.left, y: box.top});
    const other = network.canvasToDOM({x: box.right, y: box.bottom});
    const button = document.getElementById('zoom').getBoundingClientRect();
    const covered = other.x > button.left && other.y > button.top;
    return one.x < 0 || one.y < 0 || other.x > innerWidth || other.y > innerHeight || covered;
})"""


def test_no_node_is_cut_off_or_under_a_button(tmp_path: Path) -> None:
    settings, store = Settings(), Store(tmp_path)
    chat = next(one for one in load(sample_path()).conversations if one.id == SHORT)
    for method in METHODS:
        build(chat, "whole", method, settings, connect(settings), store)
    found = []
    with serving(tmp_path) as address, playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for width in (1280, 390):
            page = browser.new_page(viewport={"width": width, "height": 900})
            for method in METHODS:
                page.goto(
                    screens.at(
                        address, "hypergraph", experiment="whole", method=method,
                        source=str(sample_path()), conversation_id=SHORT,
                    )
                )  # fmt: skip
                page.locator("iframe").first.wait_for()
                screens.settle(page)
                page.wait_for_timeout(500)  # drawn twice: the second fit knows the boxes
                inside = page.locator("iframe").first.element_handle().content_frame()
                assert inside is not None
                inside.wait_for_function("typeof network === 'object' && network.getScale() > 0")
                found += [f"{method} at {width} px: {id}" for id in inside.evaluate(CUT_OFF)]
            page.close()
        browser.close()
    assert found == []
