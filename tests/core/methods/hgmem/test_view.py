"""The view: neighbours, hubs, names, and where things stand."""

from hypermem_core.methods.hgmem.view import view_of

from .conftest import small_memory


def test_neighbours_share_a_relation(view):
    assert view.neighbours["cat"] == {"ana", "sofa"}
    assert view.neighbours["boat"] == {"ana"}


def test_names_and_aliases_find_the_entity(view):
    assert view.by_name["ana"] == view.by_name["anni"] == "ana"  # Annie, stemmed


def test_fragments_stand_in_chunks(view):
    assert view.chunks_of_fragment["f2"] == ("c1",)
    assert view.fragments_of_chunk["c2"] == ("f3", "f4")
    assert view.chunks_of_entity["sofa"] == ("c1", "c2")


def test_a_speaker_is_a_hub_and_so_is_what_has_more_links_than_the_percentile(view):
    # Degrees: ana 4, cat 2, sofa 3, room 2, boat 1.
    assert view.hubs(95) == {"ana"}
    view.neighbours["room"] |= {"x", "y", "z"}
    view._hubs.clear()
    assert view.hubs(50) == {"ana", "room"}  # median 3; room has 5
    assert view.hubs(100) == {"ana"}


def test_a_memory_has_one_view():
    memory = small_memory()
    assert view_of(memory) is view_of(memory)
    assert view_of(memory) is not view_of(small_memory())
