import re

from app.components.hypergraph_view import node_rows, owner, page, spoke_width
from app.figures.graph_picture import Spoke, overview
from tests.app.figures.graphs import graph


def test_the_picture_loads_nothing_from_anywhere() -> None:
    html = page(overview(graph()))
    assert not re.findall(r"<(?:script|link|img)[^>]*https?://", html)
    assert "default-src 'none'" in html


def test_chat_text_cannot_leave_the_script() -> None:
    html = page(overview(graph()))
    assert "<script>alert" not in html


def test_a_clicked_hub_is_the_node_whose_hyperedge_it_is() -> None:
    picture = overview(graph())
    assert owner(picture, "hub:edge-1") == "topic-001"
    assert owner(picture, "episode-001") == "episode-001"
    assert owner(picture, "no such node") == owner(picture, "") == ""


def test_a_spoke_is_as_wide_as_its_weight() -> None:
    assert spoke_width(Spoke("h", "n", 0.5, "")) == 0.8 + 5.0 * 0.5


def test_a_node_lists_the_edges_it_is_in_and_the_one_it_owns() -> None:
    rows = [(row["link"], row["node"], row["weight"]) for row in node_rows(graph(), "episode-002")]
    assert rows == [
        ("member of", "topic-001", 0.4),
        ("member of", "topic-002", 0.7),
        ("holds", "fact-0002", 1.0),
    ]


def test_the_page_can_save_the_picture_but_may_not_load_or_download() -> None:
    html = page(overview(graph()))
    assert 'save("svg")' in html
    assert 'save("png")' in html
    assert "img-src data:" in html  # the PNG is drawn of the SVG inside the page
    assert "innerHTML" not in html[html.rindex("const SVG") :]  # a label is never markup
