"""The limits of a search: n_v entities, n_e relations, chunks from the graph and from all."""

from dataclasses import replace

import pytest

from hypermem_core.methods.hgmem.candidates import space_for
from hypermem_core.methods.hgmem.scores import QueryScores
from hypermem_core.methods.hgmem.search import Searcher
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import SubQuery

from .conftest import WORDS
from .scripted import CountingEmbedder

KNOBS = replace(HGMemSettings(), chunk_rank="dense")


def scored(view, text):
    return QueryScores(view, text, CountingEmbedder(WORDS).query(text))


def ids(found):
    return [one.node_id for one in found]


EVERY = frozenset({"ana", "cat", "sofa", "room", "boat"})


@pytest.mark.parametrize("n_v", [1, 2, 3])
def test_at_most_n_v_entities_are_found(view, n_v):
    found = Searcher(view, replace(KNOBS, entity_k=n_v)).entities(
        scored(view, "cat sofa boat"), EVERY
    )
    assert ids(found) == ["boat", "cat", "sofa"][:n_v]  # equal cosines, by id


def test_entities_below_the_floor_or_outside_the_space_are_not_found(view):
    scores = scored(view, "cat cat cat sofa")  # cosines 3/√10 and 1/√10 = .316
    searcher = Searcher(view, replace(KNOBS, cosine_floor=0.4))
    assert ids(searcher.entities(scores, EVERY)) == ["cat"]
    assert ids(Searcher(view, KNOBS).entities(scores, EVERY - {"cat"})) == ["sofa"]


def test_n_e_counts_for_each_entity_or_for_the_query(view):
    scores = scored(view, "boat sofa cat")
    one = replace(KNOBS, relation_k=1)
    # boat has f4; cat's nearest is f2 (ana, cat, sofa), sofa's too.
    assert set(ids(Searcher(view, one).relations(scores, ["boat", "cat", "sofa"]))) == {"f4", "f2"}
    whole = replace(one, relations_per="query")
    assert ids(Searcher(view, whole).relations(scores, ["boat", "cat", "sofa"])) == ["f2"]
    assert Searcher(view, KNOBS).relations(scores, []) == ()


def test_chunks_come_from_all_and_from_the_entities(view):
    scores = scored(view, "cat")
    one = replace(KNOBS, chunk_k=2, dense_chunks=1)
    found = Searcher(view, one).chunks(scores, ["boat"])
    assert [(c.node_id, c.via) for c in found] == [("c1", "dense"), ("c2", "graph")]
    assert ids(Searcher(view, one).chunks(scores, [])) == ["c1"]
    assert ids(Searcher(view, one).chunks(scores, ["ana"])) == ["c1"]  # a speaker is everywhere


def test_a_search_tells_its_space(view, working):
    query = SubQuery("q0", "cat")
    found = Searcher(view, KNOBS).search(
        query, scored(view, "cat"), space_for(query, working, KNOBS)
    )
    assert (found.query, found.space.kind) == ("q0", "all")
    assert ids(found.entities) == ["cat"]
    assert set(ids(found.relations)) == {"f1", "f2"}
