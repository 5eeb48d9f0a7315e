from app.components.turns import turn_html, with_neighbours
from hypermem_core.types import Conversation, Turn


def test_neighbours_stay_within_the_session(tiny: Conversation) -> None:
    found = with_neighbours(tiny, ["D2:1"])
    assert [(turn.id, source) for turn, source in found] == [("D2:1", True), ("D2:2", False)]


def test_a_turn_is_escaped() -> None:
    html = turn_html(Turn("D1:1", "<i>", "<script>", caption="<b>"))
    assert "<script" not in html and "<i>" not in html and "<b>" not in html
