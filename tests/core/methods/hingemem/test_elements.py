from datetime import datetime
from typing import Any

import numpy as np

from hypermem_core.methods.hingemem.boundaries import Draft
from hypermem_core.methods.hingemem.elements import join, leaders, plain_name
from hypermem_core.replies import ElementsReply, TimeItem
from hypermem_core.types import Mention, Turn

SAID = datetime(2024, 5, 8, 10, 0)


def draft(number: int, text: str, **found: Any) -> Draft:
    turns = (Turn(f"D1:{number}", "Ana", text, SAID), Turn(f"D1:{number + 1}", "Ben", "Oh!", SAID))
    fields = {"persons": [], "times": [], "locations": [], "topics": [], "description": "d"}
    return Draft(turns, ElementsReply(**{**fields, **found}), "topic_shift")


def test_names_are_compared_without_article_case_or_plural() -> None:
    assert plain_name("The Cats") == plain_name("a cat") != plain_name("dogs")
    assert plain_name("my Pottery class") == "pottery class"
    assert plain_name(" the ") == "the"


def test_what_means_the_same_is_one_node(directions: Any) -> None:
    first = draft(
        1,
        "Mel threw pots yesterday",
        persons=["Mel"],
        times=[TimeItem("yesterday")],
        topics=["Pot"],
    )
    second = draft(3, "Pots again", persons=["Melanie"], times=[TimeItem("x", "2024-05-07")])
    third = draft(5, "More pots", topics=["the pots"])
    directions = directions({"Pot": (1.0, 0.0, 0.0)})
    nodes, held = join([first, second, third], ["Melanie", "Ben"], directions, 0.85)
    names = {node.id: node.name for node in nodes}
    assert names == {
        "person-001": "Melanie",
        "time-001": "2024-05-07",
        "time-002": "2024-05-08",  # the day all three were said
        "topic-001": "Pot",
    }
    assert held == [
        ["person-001", "time-001", "time-002", "topic-001"],
        ["person-001", "time-001", "time-002"],
        ["time-002", "topic-001"],
    ]
    by_id = {node.id: node for node in nodes}
    assert by_id["person-001"].mentions == (Mention("Mel", "D1:1"), Mention("Melanie", "D1:3"))
    assert by_id["person-001"].aliases == ("Mel",)
    assert by_id["time-001"].granularity == "day"
    assert by_id["topic-001"].turn_ids == ("D1:1", "D1:5")


def test_topics_are_one_from_the_cosine_of_their_names(directions: Any) -> None:
    near = directions({"cats": (1.0, 0.0, 0.0), "kittens": (0.85, 0.527, 0.0)})
    drafts = [draft(1, "cats", topics=["cats"]), draft(3, "kittens", topics=["kittens"])]
    nodes, held = join(drafts, ["Ana"], near, 0.84)
    topics = [node for node in nodes if node.element == "topic"]
    assert [(t.name, t.aliases) for t in topics] == [("cats", ("kittens",))]
    assert len(topics[0].mentions) == 2 and "topic-001" in held[1]
    apart, _ = join(drafts, ["Ana"], near, 0.86)
    assert sum(node.element == "topic" for node in apart) == 2


def test_a_row_joins_the_nearest_head_not_a_follower() -> None:
    rows = np.asarray([[1, 0], [0.8, 0.6], [0.28, 0.96]], np.float32)
    assert leaders(rows, 0.75) == [0, 0, 2]  # the third is near the second only: .8·.28+.6·.96
    assert leaders(rows[:0], 0.75) == []


def test_a_time_that_cannot_be_resolved_is_no_node(directions: Any) -> None:
    nodes, _ = join([draft(1, "x", times=[TimeItem("once")])], ["Ana"], directions(), 0.85)
    assert [node.name for node in nodes] == ["2024-05-08"]


def test_a_known_person_is_in_every_segment_that_names_them(directions: Any) -> None:
    drafts = [
        draft(1, "I met Clara and Ben", persons=["Clara"]),
        draft(3, "Ben, did Clara call? Claras do."),
        draft(5, "Clarabel did"),
    ]
    nodes, held = join(drafts, ["Ana", "Ben"], directions(), 0.85)
    (clara,) = [node for node in nodes if node.element == "person"]
    assert [clara.id in ids for ids in held] == [True, True, False]
    assert clara.turn_ids == ("D1:1", "D1:3")
