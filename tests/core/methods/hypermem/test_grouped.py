"""Grouped asks: one question about a session or two, and alone whatever it leaves out."""

from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.methods.hypermem.grouped import in_groups, stretches
from hypermem_core.methods.hypermem.topics import build_topics
from hypermem_core.replies import (
    CutItem,
    EpisodesReply,
    NamedSummary,
    SummariesReply,
    TopicContinueReply,
    TopicUpdate,
    WeighedFact,
    WindowFactsReply,
)
from hypermem_core.types import Topic, Turn


def turns(count, session=1, start=0):
    return tuple(Turn(f"D{session}:{start + n}", "Ana", "x", None, session) for n in range(count))


def sizes(*parts):
    return [[len(part) for part in group] for group in in_groups(parts, lambda part: part)]


def test_a_group_has_at_most_forty_turns_and_short_sessions_share_one():
    long = (turns(20), turns(20, start=20), turns(1, start=40))
    assert sizes(*long, turns(5, session=2)) == [[20, 20], [1, 5]]
    assert sizes(turns(18), turns(12, session=2), turns(10, session=3)) == [[18, 12, 10]]
    assert sizes(turns(50)) == [[50]]


def test_a_session_that_does_not_fit_begins_a_group_of_its_own():
    second = (turns(15, session=2), turns(15, session=2, start=15))
    assert sizes(turns(15), *second) == [[15], [15, 15]]


def test_a_full_group_does_not_wait_for_what_comes_after_the_next_item():
    made = []

    def parts():
        for part in (turns(40), turns(40, session=2), turns(40, session=3), turns(1, session=4)):
            made.append(part)
            yield part

    assert next(in_groups(parts(), lambda part: part)) == [turns(40)]
    assert len(made) == 3  # its own, the one that closes it, and the first of the next session


def test_stretches_name_the_first_and_the_last_turn():
    assert stretches([turns(2), turns(1, start=2)]) == (
        "episode 1: D1:0 to D1:1\nepisode 2: D1:2 to D1:2"
    )


def named(local_id, title):
    return NamedSummary(local_id, title, "s", "t", ["k"])


CUT = {"hypermem/episodes": EpisodesReply([CutItem(3, "on")])}


def test_a_session_is_summarised_at_once_and_what_is_left_out_alone(run):
    replies = SummariesReply([named("Episode_1", "first"), named("episode 7", "nobody's")])
    started = run({**CUT, "hypermem/episode_summaries": replies}, grouped=True)
    build_episodes(started.building)
    titles = [episode.title for episode in started.building.graph.of_kind("episode")]
    assert titles == ["first", "D1:4", "D2:1", "D2:4"]
    assert started.llm.count("hypermem/episode_summaries") == 1
    assert started.llm.count("hypermem/episode_summary") == 3


def test_without_a_grouped_reply_every_episode_is_asked_about_alone(run, unusable):
    started = run({**CUT, "hypermem/episode_summaries": unusable}, grouped=True)
    build_episodes(started.building)
    assert started.llm.count("hypermem/episode_summary") == 4
    assert "one by one" in started.warnings()[0]


def fact(turn_id, role="core", weight=0.9):
    return WeighedFact(f"fact of {turn_id}", [turn_id], ["q?"], ["k"], role=role, weight=weight)


def facts_of(run, reply):
    started = run({"hypermem/window_facts": reply}, grouped=True)
    started.add_episodes(("D1:1", "D1:2", "D1:3"), ("D1:4", "D1:5", "D1:6"))
    build_facts(started.building)
    return started


def test_a_fact_goes_to_the_episode_of_its_turn_with_the_weight_that_came_with_it(run):
    reply = WindowFactsReply([fact("D1:5", "detail", 1.4), fact("D1:2"), fact("D9:9")])
    started = facts_of(run, reply)
    edges = started.building.graph.edges
    assert dict(edges["edge-episode-001"].members).keys() == {"fact-0001"}
    late = edges["edge-episode-002"].members["fact-0002"]
    assert (late.role, late.weight) == ("detail", 1.0)
    assert [name for name, _ in started.llm.asked] == ["hypermem/window_facts"]
    assert "no turn of D1:1 to D1:6 supports" in started.warnings()[0]


def test_an_episode_without_a_fact_is_asked_about_alone(run):
    started = facts_of(run, WindowFactsReply([fact("D1:2")]))
    assert started.llm.count("hypermem/facts") == 1
    assert len(started.building.graph.ids("fact")) == 1 + 3


def test_facts_that_came_unweighed_are_weighed(run):
    started = facts_of(run, WindowFactsReply([fact("D1:2", role=""), fact("D1:4", role="core")]))
    assert started.llm.count("hypermem/fact_roles") == 1


def test_a_match_brings_the_topics_new_words(run):
    grown = TopicUpdate("topic 1", "grown title", "grown summary", ["late"])
    started = run(
        {"hypermem/topic_continue": TopicContinueReply(["topic 1"], "", [grown])},
        {"E1": (1, 0, 0), "E2": (1, 0, 0)},
        grouped=True,
    )
    started.add_episodes(("D1:1",), ("D1:2",))
    build_topics(started.building)
    (topic,) = started.building.graph.of_kind("topic")
    assert isinstance(topic, Topic)
    assert (topic.title, topic.summary) == ("grown title", "grown summary")
    assert topic.keywords == ("first", "late")
    assert started.llm.count("hypermem/topic_update") == 0


def test_a_match_without_words_asks_for_them(run):
    started = run(
        {"hypermem/topic_continue": TopicContinueReply(["topic 1"], "")},
        {"E1": (1, 0, 0), "E2": (1, 0, 0)},
        grouped=True,
    )
    started.add_episodes(("D1:1",), ("D1:2",))
    build_topics(started.building)
    assert started.llm.count("hypermem/topic_update") == 1
