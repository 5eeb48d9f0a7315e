from html.parser import HTMLParser

from hypermem_core.reports.document import Bar, bars, diamonds, document, folded, table, words

HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&'


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(html: str) -> Tags:
    found = Tags()
    found.feed(html)
    return found


def test_hostile_words_stay_words_in_every_part() -> None:
    html = (
        table([HOSTILE], [[HOSTILE]])
        + folded(HOSTILE, words(HOSTILE))
        + bars([Bar(HOSTILE, 0.5, HOSTILE)])
        + diamonds([(HOSTILE, 0.5, HOSTILE)])
    )
    found = parsed(html)
    assert {"img", "script"} & set(found.seen) == set()
    assert found.text.count(HOSTILE) == 8


def test_what_no_file_can_hold_becomes_a_mark_and_lines_stay() -> None:
    assert words("a\x00b\ud800\n\u202ec") == "a\ufffdb\ufffd<br>\u202ec"
    assert b"\xef\xbf\xbd" in document("\ud800", "")


def test_bars_begin_at_zero_and_whiskers_stand_at_their_ends() -> None:
    html = bars([Bar("all", 0.5, "50 %", 0.25, 0.75)])
    assert 'x="0" y="4" height="12" width="50.0"' in html
    assert "M25.0 10H75.0" in html
    assert "100 %" in html  # the axis of shares
    assert 'width="25.0"' in bars([Bar("a", 3, "3")], 12) and "axis" not in bars([], 12)


def test_numbers_stand_right_and_words_left() -> None:
    html = table(("name", "share"), [("a", "37.8 %"), ("b", "–")])
    assert "<td>a</td><td class=n>37.8 %</td>" in html


def test_a_document_may_load_and_run_nothing() -> None:
    page = document("t", "<p>x</p>").decode()
    assert (
        "default-src 'none'" in page
        and "<script" not in page
        and "http" not in page.replace("http-equiv", "")
    )
