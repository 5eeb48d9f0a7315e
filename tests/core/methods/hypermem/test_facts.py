"""Facts are traced to turns of their own episode; what cannot be traced is not claimed."""

from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.replies import FactItem, FactsReply, RoleItem, RolesReply
from hypermem_core.types import Hyperedge, Member, Topic


def mined(run):
    run.add_episodes(["D1:1", "D1:2", "D1:3"], ["D2:1", "D2:2"])
    build_facts(run.building)
    return list(run.building.graph.of_kind("fact"))


def only(*items):
    return {
        "hypermem/facts": lambda b: FactsReply(list(items) if b["episode"].title == "E1" else [])
    }


def item(text="Ana has a cat.", turn_ids=("D1:3",), **more):
    return FactItem(text, list(turn_ids), ["Who has a cat?"], ["cat"], **more)


def test_ids_follow_the_reading_order(run):
    facts = mined(run())
    assert [fact.id for fact in facts][:2] == ["fact-0001", "fact-0002"]
    assert [fact.turn_ids[0] for fact in facts] == ["D1:1", "D1:2", "D1:3", "D2:1", "D2:2"]


def test_one_reply_out_of_order_is_put_into_reading_order(run):
    facts = mined(run(only(item("later", ["D1:3"]), item("earlier", ["D1:1"]))))
    assert [fact.text for fact in facts] == ["earlier", "later"]


def test_a_fact_carries_the_date_of_its_own_turn_and_the_replys_context(run):
    (fact,) = mined(run(only(item(context="What did you do?", when="2024-05-03"))))
    assert (fact.said, fact.when, fact.context) == ("2024-05-04", "2024-05-03", "What did you do?")
    assert fact.speaker == "Ana"


def test_turns_of_other_episodes_are_dropped_and_told(run):
    started = run(only(item(turn_ids=["D2:1", "D1:3", "D1:1"])))
    (fact,) = mined(started)
    assert fact.turn_ids == ("D1:1", "D1:3")
    assert started.warnings() == ["episode-001: a fact named turns that are not its own: D2:1."]


def test_a_fact_without_a_turn_or_words_is_no_fact(run):
    started = run(only(item(turn_ids=["D9:9"]), item(turn_ids=[]), item(text=" ")))
    assert mined(started) == []
    assert sum("no turn supports" in told for told in started.warnings()) == 2


def test_the_model_sees_two_turns_before_the_episode(run):
    started = run()
    mined(started)
    second = [blanks for name, blanks in started.llm.asked if name == "hypermem/facts"][1]
    assert [turn.id for turn in second["before"]] == ["D1:5", "D1:6"]
    assert [turn.id for turn in second["turns"]] == ["D2:1", "D2:2"]


def test_every_episode_with_facts_gets_one_edge_with_mended_weights(run):
    roles = RolesReply([RoleItem("fact 1", "hero", -0.5)])
    started = run({**only(item()), "hypermem/fact_roles": roles})
    mined(started)
    assert list(started.building.graph.edges) == ["edge-episode-001"]
    edge = started.building.graph.edges["edge-episode-001"]
    assert edge.owner == "episode-001" and edge.kind == "fact"
    assert edge.members == {"fact-0001": Member(0.0, "detail")}
    assert len(started.warnings()) == 2


def test_unusable_replies_leave_the_rest_of_the_build_whole(run, unusable):
    def first_fails(blanks):
        if blanks["episode"].title == "E1":
            raise unusable
        return FactsReply([item(turn_ids=["D2:1"])])

    started = run({"hypermem/facts": first_fails, "hypermem/fact_roles": unusable})
    (fact,) = mined(started)
    edge = started.building.graph.edges["edge-episode-002"]
    assert edge.members == {fact.id: Member(0.5, "detail")}
    assert any("episode-001 stays without facts" in told for told in started.warnings())


def test_per_topic_no_episode_is_mined_twice_and_none_is_left_out(run):
    started = run(facts_per="topic")
    started.add_episodes(["D1:1", "D1:2"], ["D2:1"], ["D2:2"])
    graph = started.building.graph
    for topic_id, owned in (("topic-001", (1, 2)), ("topic-002", (2,))):
        graph.add_node(Topic(topic_id, topic_id, "s"))
        found = {f"episode-{number:03d}": Member(0.5, "developing") for number in owned}
        graph.add_edge(Hyperedge(f"edge-{topic_id}", "episode", found, topic_id))
    build_facts(started.building)
    asked = [b["episode"].id for name, b in started.llm.asked if name == "hypermem/facts"]
    assert asked == ["topic-001", "episode-003"]
    assert len(graph.ids("fact")) == 4
    assert list(graph.owned_by("episode-002").members) == ["fact-0003"]
