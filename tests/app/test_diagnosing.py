from dataclasses import replace

from app import diagnosing
from hypermem_core.types import Custody, TurnCustody


def turn(lost_at: str = "") -> TurnCustody:
    return TurnCustody("D1:1", (), (), None, None, (), not lost_at, 0, None, lost_at)


ONE = Custody("a/1", "a", "Who?", "temporal", (turn(),), "found", "", badges=("multi-session",))
TWO = replace(ONE, key="b/1", conversation_id="b", loss="fact cut", turns=(turn("fact cut"),))
THREE = replace(ONE, key="a/2", question="Why?", category=None, loss="no evidence", badges=())
ALL = (ONE, TWO, THREE)


def test_filters_take_any_of_each_kind_and_none_lets_all_pass() -> None:
    assert diagnosing.filtered(ALL, (), ()) == ALL
    assert diagnosing.filtered(ALL, ("temporal",), ()) == (ONE, TWO)
    assert diagnosing.filtered(ALL, ("uncategorised",), ("multi-session",)) == ()
    assert diagnosing.categories(ALL) == {"temporal": 2, "uncategorised": 1}
    assert diagnosing.badges(ALL) == {"multi-session": 2}


def test_bars_keep_the_order_of_the_stages() -> None:
    assert list(diagnosing.counts(ALL, "hypermem")) == ["found", "fact cut", "no evidence"]
    assert diagnosing.counts(ALL, "hypermem")["fact cut"] == {"temporal": 1}


def test_the_flow_conserves_turns() -> None:
    links = diagnosing.flow(ALL, ("topic", "fact"))
    assert links == [
        ("gold turns", "extracted", 3),
        ("extracted", "topic kept", 3),
        ("topic kept", "fact cut", 1),
        ("topic kept", "fact kept", 2),
        ("fact kept", "in context", 2),
    ]


def test_a_question_that_two_chats_ask_opens_in_the_right_one() -> None:
    assert diagnosing.asked(ALL, "Who?", "b") is TWO
    assert diagnosing.asked(ALL, "Who?", "gone") is ONE
    assert diagnosing.asked(ALL, "How?", "a") is None
