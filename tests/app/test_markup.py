from datetime import datetime

from app import markup
from hypermem_core.types import Conversation, Episode, Fact, Session, Topic, Turn

HOSTILE = '<script>alert("x")</script>'


def test_every_text_from_a_chat_is_escaped() -> None:
    turn = Turn(HOSTILE, HOSTILE, HOSTILE, caption=HOSTILE, image_query=HOSTILE)
    episode = Episode("e", HOSTILE, "", "", (HOSTILE,), cut_reason=HOSTILE)
    fact = Fact(HOSTILE, HOSTILE, when=HOSTILE, turn_ids=(HOSTILE,))
    chat = Conversation("c", "", (), (turn,))
    html = markup.episode(episode, chat, [fact]) + markup.topic(Topic("t", HOSTILE, ""), 1, 2)
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 9


def test_an_image_is_told_and_never_fetched() -> None:
    html = markup.turn(Turn("D1:1", "Ana", "Look", image_url="http://x.org/a.png", caption="a cat"))
    assert "a cat" in html
    assert "<img" not in html and "x.org" not in html


def test_markdown_of_a_chat_is_shown_as_it_was_written() -> None:
    assert markup.literal("![x](http://x.org) *a*") == r"\!\[x\]\(http\://x\.org\) \*a\*"


def test_line_breaks_are_kept() -> None:
    assert "one<br>two" in markup.turn(Turn("D1:1", "Ana", "one\ntwo"))


def test_a_session_is_titled_with_its_time_or_what_stood_there() -> None:
    at = datetime(2023, 5, 8, 13, 56)
    assert markup.session_title(Session(3, at)) == "Session 3 · 8 May 2023, 13:56"
    assert markup.session_title(Session(3, None, "last spring")) == "Session 3 · last spring"
    assert markup.session_title(Session(3)) == "Session 3"


def test_a_topic_bar_is_its_share_of_the_largest() -> None:
    assert "width:25%" in markup.topic(Topic("t", "Chess", ""), 2, 8)
