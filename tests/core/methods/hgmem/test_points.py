"""Updates and inserts: applied, mended or refused with a reason."""

from dataclasses import replace

import pytest

from hypermem_core.methods.hgmem.points import Evolver
from hypermem_core.replies import InsertItem, UpdateItem
from hypermem_core.settings import HGMemSettings

SOURCES = {"r1": "f1", "r2": "f2", "c2": "c2"}


@pytest.fixture
def evolver(working):
    return Evolver(working, HGMemSettings(), SOURCES, 1)


def reasons(operations):
    return [(one.kind, one.reason) for one in operations]


def test_an_insert_resolves_names_and_cites_turns(evolver, working):
    (done,) = evolver.insert([InsertItem(["Annie", "CAT"], " Ana has  a cat. ", ["r1", "c2", "x"])])
    assert done.kind == "insert"
    assert (done.point.id, done.point.members) == ("p1", ("ana", "cat"))
    assert done.point.description == "Ana has a cat."
    assert done.point.fragments == ("f1", "c2")
    assert done.point.turn_ids == ("D1:1", "D2:1", "D2:2")
    assert working.live() == (done.point,)


def test_an_unknown_name_becomes_a_vertex_of_this_question_only(evolver, working, view):
    evolver.insert([InsertItem(["Ana", "Zed"], "Zed knows Ana.")])
    assert working.vertices["local-1"].origin == "query_local"
    assert "local-1" not in view.entities
    evolver.insert([InsertItem(["cat", "zed"], "Zed likes the cat.")])
    assert working.points["p2"].members == ("cat", "local-1")


@pytest.mark.parametrize(
    ("members", "text", "reason"),
    [
        (["cat"], "One.", "fewer than two members"),
        (["Ana", "annie"], "The same twice.", "fewer than two members"),
        (["cat", " "], "An empty name.", "fewer than two members"),
        (["cat", "sofa"], "  ", "empty description"),
    ],
)
def test_inserts_that_are_refused(evolver, working, members, text, reason):
    (done,) = evolver.insert([InsertItem(members, text)])
    assert (done.kind, done.reason) == ("reject", reason)
    assert working.live() == () and working.made == 0  # no id is spent on it


def test_singletons_are_allowed_where_the_setting_says_so(working):
    evolver = Evolver(working, replace(HGMemSettings(), allow_singletons=True), {}, 0)
    assert evolver.insert([InsertItem(["cat"], "A cat.")])[0].kind == "insert"


def test_the_members_of_a_live_point_with_new_words_update_it(evolver, working):
    evolver.insert([InsertItem(["Ana", "cat"], "Ana has a cat.")])
    same, copy = evolver.insert(
        [InsertItem(["cat", "Ana"], "It is grey."), InsertItem(["Ana", "cat"], "it is grey.")]
    )
    assert same.kind == "update" and same.point.description == "Ana has a cat. It is grey."
    assert reasons([copy]) == [("reject", "says what p1 says")]
    assert len(working.points) == 1


def test_an_update_keeps_members_unless_told(evolver, working):
    evolver.insert([InsertItem(["Ana", "cat"], "Ana has a cat.", ["r1"])])
    (done,) = evolver.update([UpdateItem("p1", "The cat has a sofa.", ["sofa"], [], ["r2"])])
    assert done.before == "Ana has a cat."
    assert done.point.members == ("ana", "cat", "sofa")
    assert done.point.fragments == ("f1", "f2")
    (done,) = evolver.update([UpdateItem("p1", "A cat on a sofa.", [], ["Ana"])])
    assert done.point.members == ("cat", "sofa")


def test_updates_that_are_refused(evolver, working):
    evolver.insert([InsertItem(["Ana", "cat"], "Ana has a cat.")])
    done = evolver.update(
        [
            UpdateItem("p1", "First."),
            UpdateItem("p9", "Nobody."),
            UpdateItem("p1", "Ana has a cat."),  # the last for p1 wins, and it changes nothing
        ]
    )
    assert reasons(done) == [
        ("reject", "superseded by a later update"),
        ("reject", "nothing changes"),
        ("reject", "unknown point"),
    ]
    assert reasons(evolver.update([UpdateItem("p1", " ")])) == [("reject", "empty description")]
    few = evolver.update([UpdateItem("p1", "Alone.", [], ["cat"])])
    assert reasons(few) == [("reject", "too few members left")]
    assert working.points["p1"].description == "Ana has a cat."
