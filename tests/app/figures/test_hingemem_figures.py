from datetime import datetime

from app.figures.element_incidence import element_incidence, rows
from app.figures.hinge_scores import score_parts, stop_curve
from app.figures.hingemem_picture import hyperedges, matching, segments_for
from app.figures.narrow_picture import narrow
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import (
    Element,
    HingePlan,
    Hyperedge,
    Member,
    Salience,
    ScoreParts,
    Segment,
    SegmentPart,
    Stop,
)

SCORES = (ScoreParts("s1", 0.5, 0.3, 0.1, 0.9), ScoreParts("s2", 0.4, 0.1, -0.1, 0.4))
PLAN = HingePlan(scores=SCORES, stop=Stop("precision", 1, 0.72, 0, "above 0.8", (0.9, 0.4)))


def graph() -> Hypergraph:
    made = Hypergraph()
    made.add_node(Element("person-1", "Ana", "person", salience=Salience(value=0.9)))
    made.add_node(Element("time-1", "2024-05", "time", salience=Salience(value=0.2)))
    made.add_node(Element("topic-1", "cats", "topic", common=True, salience=Salience(value=0.5)))
    made.add_node(Element("topic-2", "clay", "topic", salience=Salience(value=0.1)))
    for number, held in ((1, ("person-1", "time-1", "topic-1")), (2, ("person-1", "topic-2"))):
        node_id, turn = f"s{number}", f"D1:{number}"
        parts = (SegmentPart((turn,), "topic_shift"),)
        when = datetime(2024, 5, number)
        made.add_node(Segment(node_id, f"part {number}", (turn,), parts, when))
        members = {one: Member(made.nodes[one].salience.value, one.split("-")[0]) for one in held}
        made.add_edge(Hyperedge(f"h{number}", "segment", members, node_id))
    return made


def test_a_hyperedge_is_drawn_with_the_colour_of_each_field() -> None:
    picture = hyperedges(graph(), ("s1",))
    assert {dot.id for dot in picture.dots} == {"s1", "person-1", "time-1", "topic-1"}
    assert {(s.node, s.kind, s.weight) for s in picture.spokes} == {
        ("person-1", "person", 0.9),
        ("time-1", "time", 0.2),
        ("topic-1", "topic", 0.5),
    }
    labels = {dot.id: dot.label for dot in picture.dots}
    assert labels["topic-1"] == "common · cats"


def test_the_legend_hides_a_field() -> None:
    picture = hyperedges(graph(), ("s1",), ("person",))
    assert {dot.id for dot in picture.dots} == {"s1", "person-1"}


def test_focus_and_search_choose_the_hyperedges_that_hold_it() -> None:
    made = graph()
    assert segments_for(made, "topic-2") == ("s2",)
    assert segments_for(made, "s1") == ("s1",)
    assert segments_for(made, "", matching(made, "cats")) == ("s1",)
    assert segments_for(made) == ("s1", "s2")


def test_a_narrow_screen_keeps_both_columns_and_their_lines() -> None:
    small = narrow(hyperedges(graph(), ("s1", "s2")))
    assert {dot.kind for dot in small.dots} == {"segment", "person", "time", "topic"}
    assert len(small.spokes) == 5


def test_incidence_has_a_mark_for_every_member() -> None:
    made = graph()
    assert [node.id for node in rows(made)] == ["person-1", "time-1", "topic-1", "topic-2"]
    assert sum(len(trace.x) for trace in element_incidence(made).data) == 5
    assert sum(len(trace.x) for trace in element_incidence(made, by_date=True).data) == 5


def test_parts_are_stacked_as_they_are_and_what_is_left_out_is_pale() -> None:
    bars = score_parts(PLAN, {}).data
    assert [tuple(bar.y) for bar in bars] == [(0.5, 0.4), (0.3, 0.1), (0.1, -0.1)]
    assert tuple(bars[0].marker.opacity) == (1.0, 0.4)


def test_the_stop_the_limit_and_the_knee_are_drawn() -> None:
    figure = stop_curve(PLAN, {}, {"s2"})
    assert sorted(shape.x0 for shape in figure.layout.shapes if shape.x0 == shape.x1) == [1.5]
    assert [shape.y0 for shape in figure.layout.shapes if shape.y0 == shape.y1] == [0.72]
    assert figure.data[1].text == ("knee",)
    assert tuple(figure.data[2].marker.symbol) == ("star-open",)
