from base64 import b64decode
from xml.etree import ElementTree

from hypermem_core.reports.chart_file import chart_link, chart_svg
from hypermem_core.reports.document import Bar

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert(1)</script>"\x00\ud800' + "w" * 500


def test_bars_end_at_their_share_of_the_width_and_whiskers_at_theirs() -> None:
    drawn = ElementTree.fromstring(chart_svg("Scores", [Bar("a", 0.5, "half", 0.25, 0.75)]))
    bar = drawn.findall(f"{SVG}rect")[1]  # the first is the paper
    assert (bar.attrib["x"], bar.attrib["width"]) == ("180", "160")  # half of 320
    whisker = drawn.findall(f"{SVG}path")[-1].attrib["d"]
    assert whisker.startswith("M260.0 39.0H420.0")  # 180 + 80, 180 + 240


def test_counts_are_drawn_to_the_largest_and_published_ones_hollow() -> None:
    drawn = ElementTree.fromstring(chart_svg("Lost", [Bar("a", 5, "5"), Bar("b", 10, "10")], 10))
    assert [one.attrib["width"] for one in drawn.findall(f"{SVG}rect")[1:]] == ["160", "320"]
    hollow = ElementTree.fromstring(chart_svg("Published", [Bar("a", 0.5, "x")], hollow=True))
    assert len(hollow.findall(f"{SVG}rect")) == 1
    assert hollow.findall(f"{SVG}path")[-1].attrib["fill"] == "none"


def test_hostile_words_are_text_in_a_file_with_a_plain_name() -> None:
    link = chart_link("../" + HOSTILE, [Bar(HOSTILE, 1.0, HOSTILE)])
    assert 'download="hypermem-text-script-alert-1' in link
    data = link.split("base64,")[1].split('"')[0]
    drawn = ElementTree.fromstring(b64decode(data))
    assert not list(drawn.iter(f"{SVG}script"))
    assert [len(text.text or "") for text in drawn.iter(f"{SVG}text")] == [90, 30, 60]
