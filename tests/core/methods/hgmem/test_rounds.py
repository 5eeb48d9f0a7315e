"""The loop: what is asked when, how it stops, and what happens when a reply is no use."""

from dataclasses import replace

import pytest

from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.methods.hgmem.replay import ever, snapshots
from hypermem_core.methods.hgmem.rounds import Questioning
from hypermem_core.replies import (
    ConcernItem,
    EvolveReply,
    InsertItem,
    MergeItem,
    MergeReply,
    SubQueriesReply,
    SubQueryItem,
    SufficiencyReply,
    UpdateItem,
)
from hypermem_core.settings import HGMemSettings

from .conftest import WORDS
from .scripted import CountingEmbedder, Scripted

KNOBS = HGMemSettings()
CAT = InsertItem(["Ana", "cat"], "Ana has a cat.", ["r1"])
SOFA = InsertItem(["cat", "sofa"], "The cat likes the sofa.", ["r2"])
MORE = SufficiencyReply(
    False, [ConcernItem("the room", "local", ["p1", "p8"]), ConcernItem("the boat", "global")]
)
NEXT = SubQueriesReply([SubQueryItem(1, "Who sold the boat?"), SubQueryItem(0, "Which room?")])


def ask(view, llm, knobs=KNOBS, question="Where is Ana's cat?"):
    asking = Questioning(
        view, knobs, question, Asker(llm, knobs.call_budget), CountingEmbedder(WORDS)
    )
    return asking, asking.run()


def full_script():
    return Scripted(
        {
            "hgmem/evolve": [
                EvolveReply([], [CAT, SOFA]),
                EvolveReply(
                    [UpdateItem("p1", "Ana has a grey cat.", ["room"])],
                    [InsertItem(["Ana", "boat"], "Ana sold the boat.")],
                ),
                EvolveReply([UpdateItem("p9", "Nobody.")], []),
            ],
            "hgmem/plan": [MORE, MORE],
            "hgmem/subqueries": [NEXT, SubQueriesReply([SubQueryItem(0, "And the sofa?")])],
            "hgmem/merge": [
                MergeReply([MergeItem(["p1", "p2"], "A grey cat and its sofa.", "cat")])
            ],
        }
    )


def test_a_sufficient_memory_stops_after_one_round(view):
    llm = Scripted({"hgmem/evolve": [EvolveReply([], [CAT])]})
    _, detail = ask(view, llm)
    assert (detail.stop, len(detail.rounds)) == ("sufficient", 1)
    assert llm.prompts() == ["evolve", "plan"]  # no merge in the first round, no sub-queries
    assert [phase.name for phase in detail.rounds[0].phases] == [
        "retrieve",
        "update",
        "insert",
        "judge",
    ]


def test_the_last_round_neither_judges_nor_asks_on(view):
    llm = full_script()
    _, detail = ask(view, llm, replace(KNOBS, max_rounds=2))
    assert detail.stop == "max rounds"
    assert llm.prompts() == ["evolve", "plan", "subqueries", "evolve", "merge"]
    assert [phase.name for phase in detail.rounds[1].phases][-1] == "merge"


def test_each_subquery_has_its_own_mode_and_space(view):
    _, detail = ask(view, full_script())
    first, second = detail.rounds[1].queries
    assert (first.text, first.mode, first.targets) == ("Which room?", "local", ("p1",))
    assert (second.text, second.mode, second.targets) == ("Who sold the boat?", "global", ())
    spaces = [search.space.kind for search in detail.rounds[1].searches]
    assert spaces == ["local", "outside memory"]


def test_every_entity_found_lies_in_its_space(view):
    _, detail = ask(view, full_script(), replace(KNOBS, cosine_floor=0.0))
    inside = {"ana", "cat", "sofa"}  # of p1 and p2, live before round 1
    for search in detail.rounds[1].searches:
        found = {one.node_id for one in search.entities}
        if search.space.kind == "outside memory":
            assert found == {"room", "boat"}
        else:
            assert found <= inside


def test_replaying_the_operations_gives_every_snapshot(view):
    _, detail = ask(view, full_script())
    phases = [phase for each in detail.rounds for phase in each.phases]
    assert snapshots(detail) == [phase.points for phase in phases]
    kinds = {op.kind for phase in phases for op in phase.operations}
    assert kinds == {"insert", "update", "merge", "reject"}
    assert [point.id for point in detail.points] == ["p3", "p4"]
    assert detail.points[1].parents == ("p1", "p2")
    assert [point.id for point in ever(detail)] == ["p1", "p2", "p3", "p4"]


def test_every_member_has_a_vertex(view):
    _, detail = ask(view, full_script())
    known = {vertex.id for vertex in detail.vertices}
    assert {member for point in ever(detail) for member in point.members} == known


def test_without_updates_or_merges_there_are_none(view):
    knobs = replace(KNOBS, update=False, merge=False)
    llm = full_script()
    _, detail = ask(view, llm, knobs)
    kinds = {op.kind for each in detail.rounds for p in each.phases for op in p.operations}
    assert kinds == {"insert"}
    assert "merge" not in llm.prompts()


@pytest.mark.parametrize(
    ("only", "modes"), [("local only", {"local"}), ("global only", {"global"})]
)
def test_one_mode_only(view, only, modes):
    _, detail = ask(view, full_script(), replace(KNOBS, investigation=only))
    assert {query.mode for query in detail.rounds[1].queries} == modes


def test_a_query_asked_before_is_dropped(view):
    again = SubQueriesReply(
        [SubQueryItem(0, "where is ana's CAT?"), SubQueryItem(1, "the cat of ana")]
    )
    llm = Scripted({"hgmem/plan": [MORE], "hgmem/subqueries": [again]})
    _, detail = ask(view, llm)
    # The first is the question itself; the second has its words, so a cosine of 1 with it.
    assert detail.rounds[0].dropped == ("where is ana's CAT?", "the cat of ana")
    assert detail.stop == "no new query"


def test_rounds_without_a_change_stall(view):
    _, detail = ask(view, Scripted({"hgmem/plan": [MORE] * 9, "hgmem/subqueries": [NEXT]}))
    assert (detail.stop, len(detail.rounds)) == ("stalled", 2)


def test_a_budget_of_calls_is_kept(view):
    llm = full_script()
    _, detail = ask(view, llm, replace(KNOBS, call_budget=2))
    assert len(llm.asked) == 2 and detail.stop == "budget"


def test_useless_replies_cost_a_note_and_nothing_else(view):
    for prompt in ("evolve", "merge", "plan", "subqueries"):
        llm = full_script()
        llm.fail = (f"hgmem/{prompt}",)
        _, detail = ask(view, llm)
        notes = [p.note for each in detail.rounds for p in each.phases if p.note]
        assert notes and all("nonsense 2" in note for note in notes)
        assert len(detail.rounds) >= 2


def test_each_query_is_embedded_once(view):
    asking, detail = ask(view, full_script())
    texts = [query.text for each in detail.rounds for query in each.queries]
    embedded = asking.embedder.queries
    assert len(embedded) == len(set(embedded)) and set(texts) <= set(embedded)


def test_calls_and_tokens_are_told_by_phase(view):
    llm = full_script()
    _, detail = ask(view, llm)
    phases = [phase for each in detail.rounds for phase in each.phases]
    assert sum(phase.calls for phase in phases) == len(llm.asked)
    assert sum(phase.prompt_tokens for phase in phases) == 10 * len(llm.asked)
    assert {p.name for p in phases if p.calls} == {"update", "merge", "judge", "subqueries"}
