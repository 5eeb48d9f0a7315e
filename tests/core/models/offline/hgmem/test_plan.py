from hypermem_core.models.offline.hgmem.plan import reply
from hypermem_core.replies import PointRow

POINT = PointRow("p1", ("Ana", "cat"), "Ana adopted a grey cat in May.", ("cat",))


def test_a_point_that_covers_the_question_is_enough():
    assert reply("When did Ana adopt a cat?", [POINT], (), ["…"]).sufficient


def test_a_question_for_several_things_asks_on():
    assert not reply("How many cats did Ana adopt?", [POINT], (), ["…"]).sufficient
    asked = ["a", "b", "c", "d"]
    assert reply("How many cats did Ana adopt?", [POINT], (), asked).sufficient


def test_what_is_missing_is_looked_for_near_the_point_and_outside():
    found = reply("When did Ana adopt a cat and sell the boat?", [POINT], (), ["…"])
    near, outside = found.concerns
    assert (near.mode, near.points) == ("local", ["p1"]) and "cat" in near.text
    assert outside.mode == "global" and "boat" in outside.text and "cat" not in outside.text


def test_without_points_only_outside():
    (concern,) = reply("Where is the boat?", [], (), ["…"]).concerns
    assert concern.mode == "global"
    assert len(reply("boat?", [POINT, POINT], (), [], most=2).concerns) == 2
