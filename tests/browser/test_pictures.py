"""Charts and graphs leave the app as SVG and PNG, made in Chromium with no network."""

import struct
from xml.etree import ElementTree

from tests.browser.test_walk import address as address
from tests.browser.test_walk import page as page
from tests.browser.test_walk import playwright, pytestmark  # noqa: F401

PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"


def saved(page: "playwright.Page", button: "playwright.Locator") -> tuple[str, bytes]:  # noqa: F811
    """Press a button that saves a picture; return the file's name and its bytes."""
    with page.expect_download() as caught:
        button.click()
    return caught.value.suggested_filename, caught.value.path().read_bytes()


def width(png: bytes) -> int:
    """Return how many pixels wide a PNG is, from its header."""
    return int(struct.unpack(">I", png[16:20])[0])


def test_a_chart_saves_both_kinds(
    page: "playwright.Page",  # noqa: F811
    address: str,  # noqa: F811
) -> None:
    page.goto(f"{address}/tour?tour=6")
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    bar = chart.locator(".modebar")
    playwright.expect(bar.get_by_role("button")).to_have_count(2)  # in place of the camera
    name, svg = saved(page, bar.get_by_role("button", name="Save the chart as SVG"))
    assert (name.rsplit(".", 1)[1], ElementTree.fromstring(svg).tag) == ("svg", f"{SVG}svg")
    name, png = saved(page, bar.get_by_role("button", name="Save the chart as PNG"))
    assert (name.rsplit(".", 1)[1], png[:8]) == ("png", PNG)
    seen = chart.bounding_box()
    assert seen is not None
    assert width(png) >= 2 * seen["width"]


def test_a_graph_saves_both_kinds(
    page: "playwright.Page",  # noqa: F811
    address: str,  # noqa: F811
) -> None:
    page.goto(f"{address}/tour?tour=4")
    inside = page.frame_locator("iframe").first
    name, svg = saved(page, inside.get_by_role("button", name="Save the graph as SVG"))
    drawn = ElementTree.fromstring(svg)
    labels = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert name == "hypermem-graph.svg"
    assert len(list(drawn.iter(f"{SVG}rect"))) > 5
    assert len(list(drawn.iter(f"{SVG}path"))) > 5
    assert sum(len(label) > 5 for label in labels) > 5
    name, png = saved(page, inside.get_by_role("button", name="Save the graph as PNG"))
    assert (name, png[:8]) == ("hypermem-graph.png", PNG)
    assert width(png) >= 2 * float(drawn.attrib["width"])
