"""Planning: concerns checked, sub-queries in their order, repeats dropped."""

from dataclasses import replace

from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.methods.hgmem.planning import Planner
from hypermem_core.methods.hgmem.scores import QueryScores
from hypermem_core.replies import ConcernItem, SubQueriesReply, SubQueryItem, SufficiencyReply
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Concern, SubQuery

from .conftest import WORDS
from .scripted import CountingEmbedder, Scripted

KNOBS = HGMemSettings()
ASKED = (SubQuery("q0", "Where is the cat?"),)


def planner(working, script, knobs=KNOBS):
    return Planner("Where is the cat?", working, knobs, Asker(Scripted(script)))


def judged(working, concerns, knobs=KNOBS):
    script = {"hgmem/plan": [SufficiencyReply(False, concerns)]}
    scores = QueryScores(working.view, "cat", CountingEmbedder(WORDS).query("cat"))
    return planner(working, script, knobs).judge(scores, ASKED)


def test_a_local_concern_keeps_live_points_only(working, put):
    put("Ana", "cat")
    plan = judged(
        working,
        [ConcernItem("more", "local", ["p1", "p7", "p1"]), ConcernItem("else", "local", ["p7"])],
    )
    assert plan.concerns == (Concern("more", "local", ("p1",)), Concern("else", "global"))


def test_concerns_are_cut_and_empty_ones_dropped(working):
    items = [ConcernItem(text) for text in (" ", "a", "b", "c", "d")]
    assert [c.text for c in judged(working, items).concerns] == ["a", "b", "c"]
    few = replace(KNOBS, max_subqueries=1)
    assert [c.text for c in judged(working, items, few).concerns] == ["a"]


def test_insufficient_without_a_concern_asks_around_the_question(working):
    (concern,) = judged(working, []).concerns
    assert concern.mode == "global" and "Where is the cat?" in concern.text


def test_subqueries_belong_to_their_concern_by_number(working):
    reply = SubQueriesReply([SubQueryItem(1, "Second?"), SubQueryItem(7, "Whose?")])
    made, dropped = planner(working, {"hgmem/subqueries": [reply]}).subqueries(
        (Concern("first", "local", ("p1",)), Concern("second")), ASKED
    )
    assert [(q.id, q.text, q.mode, q.targets) for q in made] == [
        ("q1", "first", "local", ("p1",)),  # without a query the concern itself is asked
        ("q2", "Second?", "global", ()),
    ]
    assert dropped == []


def test_what_was_asked_before_is_dropped(working):
    reply = SubQueriesReply([SubQueryItem(0, "where is the CAT"), SubQueryItem(1, "New?")])
    made, dropped = planner(working, {"hgmem/subqueries": [reply]}).subqueries(
        (Concern("a"), Concern("b"), Concern("New")), ASKED
    )
    assert [query.text for query in made] == ["New?"]
    assert dropped == ["where is the CAT", "New"]
