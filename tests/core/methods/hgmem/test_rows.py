"""What the prompts of a round show."""

from dataclasses import replace

from hypermem_core.methods.hgmem.rows import nearby, point_rows, tables
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Found, Space, SubSearch

KNOBS = HGMemSettings()


def search(entities=(), relations=(), chunks=()):
    def found(pairs):
        return tuple(Found(node_id, score) for node_id, score in pairs)

    return SubSearch("q", Space("all", 5), found(entities), found(relations), found(chunks))


def test_rows_stand_for_nodes_and_are_told_once(view):
    shown = tables(
        [
            search([("cat", 0.5)], [("f1", 0.2)], [("c2", 0.9)]),
            search([("cat", 0.9)], [("f2", 0.6), ("f1", 0.1)], [("c1", 0.1)]),
        ],
        view,
        KNOBS,
    )
    assert [(row.id, row.text) for row in shown.relations] == [
        ("r1", "The cat hides under Ana's sofa."),
        ("r2", "Ana has a cat."),
    ]
    assert shown.relations[0].entities == ("Ana", "cat", "sofa")
    assert shown.relations[0].main == ("cat", "sofa")  # Ana is a speaker
    assert shown.sources == {"r1": "f2", "r2": "f1", "c1": "c1", "c2": "c2"}  # reading order
    assert [row.name for row in shown.entities] == ["cat"]
    assert shown.entities[0].description == "Ana has a cat. The cat hides under Ana's sofa."


def test_tables_keep_to_their_tokens(view):
    few = replace(KNOBS, read_relations=8, read_chunks=1)
    shown = tables([search((), [("f1", 0.9), ("f2", 0.5)], [("c1", 0.9)])], view, few)
    assert [row.id for row in shown.relations] == ["r1"]  # 6 tokens, then 9 more
    assert shown.chunks == []


def test_points_show_names_and_what_is_no_hub(working, put):
    put("Ana", "cat", "Zed")
    (row,) = point_rows(working.live(), working, KNOBS)
    assert (row.members, row.main) == (("Ana", "cat", "Zed"), ("cat", "Zed"))


def test_nearby_is_one_step_outside_the_memory(working, put):
    put("Ana", "cat")
    assert [row.name for row in nearby(working, KNOBS, ["boat", "room", "sofa"])] == ["sofa"]
    put("sofa", "Zed")
    assert [row.name for row in nearby(working, KNOBS, ["boat", "room", "sofa"])] == ["room"]


def test_nothing_is_near_an_empty_memory(working):
    assert nearby(working, KNOBS, ["boat"]) == []
