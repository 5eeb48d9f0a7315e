"""Merges: the union of members, parents no longer live, lineage, and what is refused."""

from dataclasses import replace

from hypermem_core.methods.hgmem.merge import lineage, merge
from hypermem_core.replies import MergeItem
from hypermem_core.settings import HGMemSettings

KNOBS = HGMemSettings()


def test_a_merged_point_has_everything_of_its_parents(working, put):
    put("Ana", "cat", fragments=("f1",))
    put("room", "boat")
    put("cat", "sofa", fragments=("f2", "f1"))
    (done,) = merge([MergeItem(["p1", "p3"], "A cat and its sofa.", "cat")], working, KNOBS, 2)
    made = done.point
    assert (made.id, made.parents) == ("p4", ("p1", "p3"))
    assert made.members == ("ana", "cat", "sofa")
    assert made.fragments == ("f1", "f2") and made.turn_ids == ("D1:1", "D1:2")
    assert [point.id for point in working.live()] == ["p2", "p4"]  # parents gone, new at the end
    assert done.reason == "cat"


def test_a_point_used_twice_goes_into_the_first_merge(working, put):
    for name in ("cat", "sofa", "room"):
        put("Ana", name)
    first, second = merge(
        [MergeItem(["p1", "p2"], "Both."), MergeItem(["p2", "p3"], "Again.")], working, KNOBS, 1
    )
    assert first.kind == "merge"
    assert (second.kind, second.reason) == ("reject", "fewer than two live points")
    assert [point.id for point in working.live()] == ["p3", "p4"]


def test_merges_that_are_refused(working, put):
    put("Ana", "cat")
    put("cat", "sofa")

    def reason(item, knobs=KNOBS):
        return merge([item], working, knobs, 1)[0].reason

    assert reason(MergeItem(["p1", "p1"], "Twice.")) == "fewer than two live points"
    assert reason(MergeItem(["p1", "p7"], "Unknown.")) == "fewer than two live points"
    assert reason(MergeItem(["p1", "p2"], " ")) == "empty description"
    few = replace(KNOBS, max_members=2)  # the union has three
    assert reason(MergeItem(["p1", "p2"], "Large."), few) == "more than 2 members"
    assert len(working.points) == 2


def test_lineage_goes_back_to_the_first_points(working, put):
    ever = [put("Ana", name) for name in ("cat", "sofa", "room")]
    ever.append(merge([MergeItem(["p1", "p2"], "Two.")], working, KNOBS, 1)[0].point)
    ever.append(merge([MergeItem(["p4", "p3"], "Three.")], working, KNOBS, 2)[0].point)
    assert ever[-1].id == "p5"
    assert lineage(ever, "p5") == ("p4", "p3", "p1", "p2")
    assert lineage(ever, "p1") == ()
