"""Candidate spaces, by hand: cat – sofa – room is a chain, Ana (a speaker) is tied to all."""

from dataclasses import replace

import pytest

from hypermem_core.methods.hgmem.candidates import expanded, shared_space, space_for
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import SubQuery

KNOBS = HGMemSettings()
EVERY = {"ana", "cat", "sofa", "room", "boat"}


def local(*points):
    return SubQuery("q1", "x", "local", points)


def test_the_question_itself_looks_everywhere(working):
    space, found = space_for(SubQuery("q0", "x"), working, KNOBS)
    assert (space.kind, space.size, found) == ("all", 5, EVERY)


def test_local_is_one_step_in_the_graph_and_spares_the_speaker(working, put):
    point = put("Ana", "cat")
    space, found = space_for(local(point.id), working, KNOBS)
    # N_G(cat) = {ana, sofa}; N_M(cat) = {ana}, N_M(ana) = {cat}; Ana's own neighbours are spared.
    assert found == {"ana", "cat", "sofa"}
    assert (space.kind, space.seeds, space.unexpanded) == ("local", ("ana", "cat"), ("ana",))


def test_without_sparing_a_speaker_reaches_the_whole_graph(working, put):
    point = put("Ana", "cat")
    assert space_for(local(point.id), working, replace(KNOBS, spare_hubs=False))[1] == EVERY


def test_a_point_of_nothing_but_hubs_is_expanded_all_the_same(working, put):
    point = put("Ana", "Zed")  # Zed is no entity of the graph
    space, found = space_for(local(point.id), working, KNOBS)
    assert found == EVERY and "Zed" not in found
    point = put("Ana", "Annie", "Zed")
    assert space_for(local(point.id), working, KNOBS)[1] == EVERY


def test_two_hops_go_through_the_sofa_but_not_through_ana(working, put):
    point = put("cat", "Ana")
    found = space_for(local(point.id), working, replace(KNOBS, local_hops=2))[1]
    assert found == {"ana", "cat", "sofa", "room"}  # the boat is reached through Ana only


def test_neighbours_in_the_memory_count(working, put):
    first, _ = put("cat", "Ana"), put("cat", "boat")
    assert "boat" in space_for(local(first.id), working, KNOBS)[1]  # N_M(cat) = {ana, boat}
    lean = replace(KNOBS, local_memory=False)
    assert "boat" not in space_for(local(first.id), working, lean)[1]


def test_global_is_the_graph_without_the_memory(working, put):
    put("Ana", "cat")
    query = SubQuery("q1", "x", "global")
    space, found = space_for(query, working, KNOBS)
    assert (space.kind, found) == ("outside memory", {"sofa", "room", "boat"})
    assert space_for(query, working, replace(KNOBS, global_space="all"))[1] == EVERY


def test_an_empty_space_widens_and_says_so(working, put):
    point = put("Zed", "Yan")  # local names only: no neighbours in the graph at all
    space, found = space_for(local(point.id), working, KNOBS)
    assert space.fallback == "no neighbour of the points" and found == EVERY
    put("Ana", "cat", "sofa", "room", "boat")
    space, found = space_for(SubQuery("q1", "x", "global"), working, KNOBS)
    assert space.fallback == "the memory holds every entity" and found == EVERY


def test_one_space_for_a_round_unites_the_targets(working, put):
    first, second = put("Ana", "cat"), put("Ana", "boat")
    knobs = replace(KNOBS, local_memory=False)
    queries = [local(first.id), local(second.id)]
    assert shared_space(queries, working, knobs)[1] == {"ana", "cat", "sofa", "boat"}
    assert shared_space([SubQuery("q1", "x", "global")], working, knobs)[0].kind == "outside memory"


@pytest.mark.parametrize(
    ("hops", "expected"),
    [(0, {"cat"}), (1, {"cat", "ana", "sofa"}), (2, {"cat", "ana", "sofa", "room"})],
)
def test_expansion_stops_at_what_is_spared(view, hops, expected):
    assert expanded(["cat"], hops, view, frozenset({"ana"})) == expected
