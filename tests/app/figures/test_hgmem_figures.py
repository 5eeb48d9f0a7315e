from app.figures.fixed_layout import fixed_layout
from app.figures.hgmem_lineage import lineage_strip, lives
from app.figures.hgmem_memory import memory_picture
from app.figures.hgmem_steps import last_change, places, steps
from hypermem_core.types import HGMemRounds, Operation, Phase, Point, Round, SubQuery, Vertex

HOSTILE = "<b>$x$</b>"
ONE = Point("p1", ("e1", "e2"), "Ana has a cat")
TWO = Point("p2", ("e2", "e3"), HOSTILE)
GROWN = Point("p1", ("e1", "e2"), "Ana has two cats", changed=1)
BOTH = Point("p3", ("e1", "e2", "e3"), "all", created=1, changed=1, parents=("p1", "p2"))
DETAIL = HGMemRounds(
    (
        Round(
            0,
            (SubQuery("q0", "who"),),
            phases=(
                Phase("retrieve"),
                Phase("insert", (ONE, TWO), (Operation("insert", ONE), Operation("insert", TWO))),
            ),
        ),
        Round(
            1,
            (SubQuery("q1", "what", "local"),),
            phases=(
                Phase("update", (GROWN, TWO), (Operation("update", GROWN, ONE.description),)),
                Phase("merge", (BOTH,), (Operation("merge", BOTH),)),
                Phase("judge", (BOTH,), ()),
            ),
        ),
    ),
    tuple(Vertex(f"e{n}", f"name {n}") for n in (1, 2, 3)),
    "sufficient",
)


def test_every_phase_is_a_step_with_what_it_changed() -> None:
    found = steps(DETAIL)
    assert [step.name for step in found][:2] == ["round 0 · retrieve", "round 0 · insert"]
    assert found[1].changes == {"p1": "insert", "p2": "insert"}
    assert found[2].changes == {"p1": "update"}
    assert found[3].changes == {"p1": "parent", "p2": "parent", "p3": "merge"}
    assert found[4].changes == {}
    assert last_change(found) == 3


def test_nothing_moves_between_steps() -> None:
    found, at = steps(DETAIL), places(DETAIL)
    assert set(at) == {"p1", "p2", "p3", "e1", "e2", "e3"}
    assert places(DETAIL) == at
    where = {}
    for step in found[1:]:
        for trace in memory_picture(DETAIL, step, at).data:
            for one, x, y in zip(trace.customdata or (), trace.x, trace.y, strict=False):
                assert where.setdefault(one, (x, y)) == (x, y)
    assert set(where) == {"p1", "p2", "p3"}


def test_changes_have_shape_and_colour_of_their_own() -> None:
    picture = memory_picture(DETAIL, steps(DETAIL)[3], places(DETAIL))
    marks = {t.name: (t.marker.symbol, t.marker.color) for t in picture.data if t.customdata}
    assert set(marks) == {"merged", "merged away"}
    assert len({symbol for symbol, _ in marks.values()}) == 2
    assert len({colour for _, colour in marks.values()}) == 2


def test_chat_text_is_no_markup_in_a_hover() -> None:
    picture = memory_picture(DETAIL, steps(DETAIL)[1], places(DETAIL))
    hovers = " ".join(text for t in picture.data if t.customdata for text in t.hovertext)
    assert "<b>$" not in hovers


def test_a_merged_point_ends_where_its_child_begins() -> None:
    found = {life.point_id: life for life in lives(steps(DETAIL))}
    assert (found["p1"].born, found["p1"].ends) == (1, 3)
    assert found["p3"].born == 3 and found["p3"].parents == ("p1", "p2")
    assert found["p1"].marks == ((1, "insert"), (2, "update"), (3, "parent"))
    links = [t for t in lineage_strip(steps(DETAIL), 3).data if t.line.dash == "dot"]
    assert len(links) == 2


def test_linked_ids_lie_nearer_than_others() -> None:
    at = fixed_layout(["a", "b", "c", "d"], {"a": ["b"], "c": ["d"]})
    far = {
        pair: sum((p - q) ** 2 for p, q in zip(at[pair[0]], at[pair[1]], strict=True))
        for pair in ("ab", "ac", "cd")
    }
    assert far["ab"] < far["ac"] and far["cd"] < far["ac"]
    assert fixed_layout([], {}) == {}
