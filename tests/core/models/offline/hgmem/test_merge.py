from hypermem_core.models.offline.hgmem.merge import reply
from hypermem_core.replies import PointRow


def point(name, *things, text="A cat. A sofa."):
    return PointRow(name, ("Ana", *things), text, things)


def test_points_that_share_their_things_merge_and_repeat_nothing():
    found = reply("?", [point("p1", "cat", "sofa"), point("p2", "cat", text="A cat. It is grey.")])
    (merge,) = found.merges
    assert merge.points == ["p1", "p2"]
    assert merge.description == "A cat. A sofa. It is grey."
    assert merge.reason == "all speak of cat"


def test_a_speaker_in_common_is_not_enough():
    assert reply("?", [point("p1", "cat"), point("p2", "boat")]).merges == []


def test_less_than_a_quarter_is_not_enough():
    five = point("p1", "a", "b", "c", "d", "e")
    assert reply("?", [five, point("p2", "a", "v", "w", "x", "y")]).merges == []  # 1 of 5
    assert reply("?", [five, point("p2", "a", "v", "w", "x")]).merges  # 1 of 4


def test_a_merge_never_grows_too_large():
    many = [f"x{n}" for n in range(13)]
    assert reply("?", [point("p1", *many), point("p2", *many, "y")]).merges == []
