"""The three cases of a new episode, what several topics do, and what failure leaves behind."""

import pytest

from hypermem_core.methods.hypermem.topics import build_topics, joined
from hypermem_core.replies import (
    RoleItem,
    RolesReply,
    ThreadMatchReply,
    TopicMatchReply,
    TopicReply,
)

NORTH, EAST = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
BETWEEN = (0.8, 0.6, 0.0)  # cosine 0.8 to north, 0.6 to east


def topics(run):
    build_topics(run.building)
    graph = run.building.graph
    return {node.id: list(graph.children(node.id)) for node in graph.of_kind("topic")}


@pytest.fixture
def three(run):
    def start(replies, third, **knobs):
        vectors = {"E1": NORTH, "E2": EAST, "E3": third}
        started = run(replies, vectors, **knobs)
        started.add_episodes(["D1:1"], ["D1:2"], ["D1:3"])
        return started

    return start


def test_case_1_no_similar_episode_opens_a_topic(three):
    started = three({}, (0.0, 0.0, 1.0))
    assert topics(started) == {
        "topic-001": ["episode-001"],
        "topic-002": ["episode-002"],
        "topic-003": ["episode-003"],
    }
    assert started.llm.count("hypermem/topic_match") == 0
    assert "no earlier episode is similar" in started.notes()[2]


def test_case_2_similar_episodes_but_no_topic_opens_one_that_holds_them_all(three):
    started = three({}, BETWEEN, similarity=0.7)
    assert topics(started)["topic-003"] == ["episode-001", "episode-003"]
    new = [b["episodes"] for name, b in started.llm.asked if name == "hypermem/topic_new"]
    assert [episode.title for episode in new[2]] == ["E1", "E3"]
    assert (
        started.notes()[2] == "episode-003 opened 'E1+E3' with 1 earlier: no topic fits (cos 0.80)"
    )


def test_case_3_a_match_updates_the_topic(three):
    started = three({"hypermem/topic_match": TopicMatchReply(["topic 1"])}, BETWEEN, similarity=0.7)
    assert topics(started) == {
        "topic-001": ["episode-001", "episode-003"],
        "topic-002": ["episode-002"],
    }
    grown = started.building.graph.nodes["topic-001"]
    assert (grown.summary, grown.keywords) == ("grown", ("first", "more"))
    assert started.notes()[2] == "episode-003 joined 'E1' (cos 0.80)"


def test_an_episode_joins_every_topic_it_matches(three):
    both = {"hypermem/topic_match": TopicMatchReply(["topic 2", "Topic_1", "topic 9"])}
    started = three(both, BETWEEN, similarity=0.6)
    assert topics(started) == {
        "topic-001": ["episode-001", "episode-003"],
        "topic-002": ["episode-002", "episode-003"],
    }
    assert "'topic 9' is no topic that was offered; it was ignored." in started.warnings()


def test_candidates_are_the_best_and_carry_their_cosine(three):
    started = three({}, BETWEEN, similarity=0.6, candidate_topics=1)
    topics(started)
    (asked,) = [b for name, b in started.llm.asked if name == "hypermem/topic_match"]
    (candidate,) = asked["candidates"]
    assert (candidate.local_id, candidate.title) == ("topic 1", "E1")
    assert candidate.similarity == pytest.approx(0.8)


def test_a_topics_similarity_is_the_mean_over_its_episodes(run):
    def joins_first(blanks):
        return TopicMatchReply(["topic 1"])

    vectors = {"E1": NORTH, "E2": BETWEEN, "E3": NORTH}
    started = run({"hypermem/topic_match": joins_first}, vectors, similarity=0.7)
    started.add_episodes(["D1:1"], ["D1:2"], ["D1:3"])
    topics(started)
    asked = [b["candidates"] for name, b in started.llm.asked if name == "hypermem/topic_match"]
    assert asked[1][0].similarity == pytest.approx((1.0 + 0.8) / 2)


def test_only_the_most_similar_episodes_are_looked_at(three):
    started = three({}, BETWEEN, similarity=0.5, similar_episodes=1)
    assert topics(started)["topic-003"] == ["episode-001", "episode-003"]


@pytest.mark.parametrize("prompt", ["hypermem/topic_match", "hypermem/topic_new"])
def test_an_unusable_reply_leaves_the_episode_without_a_topic(three, unusable, prompt):
    started = three({prompt: unusable}, BETWEEN, similarity=0.7)
    found = topics(started)
    assert all("episode-003" not in members for members in found.values())
    assert any("episode-003 stays without a topic" in told for told in started.warnings())
    assert started.notes()[2] == "episode-003 stays without a topic"


def test_an_unusable_update_keeps_the_words_and_the_member(three, unusable):
    replies = {
        "hypermem/topic_match": TopicMatchReply(["topic 1"]),
        "hypermem/topic_update": unusable,
    }
    started = three(replies, BETWEEN, similarity=0.7)
    assert topics(started)["topic-001"] == ["episode-001", "episode-003"]
    assert started.building.graph.nodes["topic-001"].summary == "new"


def test_an_empty_update_never_empties_a_topic(three):
    replies = {
        "hypermem/topic_match": TopicMatchReply(["topic 1"]),
        "hypermem/topic_update": TopicReply(" ", "", []),
    }
    started = three(replies, BETWEEN, similarity=0.7)
    topics(started)
    kept = started.building.graph.nodes["topic-001"]
    assert (kept.title, kept.summary, kept.keywords) == ("E1", "new", ("first",))


def test_roles_are_asked_for_once_per_topic_and_weights_start_provisional(three):
    started = three({"hypermem/topic_match": TopicMatchReply(["topic 1"])}, BETWEEN, similarity=0.7)
    topics(started)
    edges = [event.edge for event in started.events if event.kind == "edge_added"]
    first = [edge for edge in edges if edge.id == "edge-topic-001"]
    assert started.llm.count("hypermem/episode_roles") == 2
    assert [len(edge.members) for edge in first] == [1, 2, 2]
    assert [edge.members["episode-001"].weight for edge in first] == [0.5, 0.5, 0.8]


def test_roles_that_do_not_fit_are_mended_and_told(three):
    roles = RolesReply(
        [
            RoleItem("episode 1", "hero", 1.7),
            RoleItem("episode 7", "climax", 0.4),
        ]
    )
    replies = {
        "hypermem/topic_match": TopicMatchReply(["topic 1"]),
        "hypermem/episode_roles": roles,
    }
    started = three(replies, BETWEEN, similarity=0.7)
    topics(started)
    members = started.building.graph.edges["edge-topic-001"].members
    assert (members["episode-001"].role, members["episode-001"].weight) == ("developing", 1.0)
    assert (members["episode-003"].role, members["episode-003"].weight) == ("developing", 0.5)
    told = " ".join(started.warnings())
    for part in (
        "unknown role 'hero'",
        "weight 1.7",
        "'episode 7'",
        "edge-topic-001: episode 2 was given no role",
    ):
        assert part in told


def test_unusable_roles_leave_provisional_weights(three, unusable):
    started = three({"hypermem/episode_roles": unusable}, BETWEEN)
    topics(started)
    assert started.building.graph.edges["edge-topic-001"].members["episode-001"].weight == 0.5


def test_no_keyword_is_lost_and_none_is_doubled():
    assert joined(("Cat", "vase"), ("cat", " ", "bowl")) == ("Cat", "vase", "bowl")


def test_further_matters_open_topics_of_their_own_and_are_joined_later(three):
    def rules(blanks):
        matches = ["topic 1"] if blanks["episode"].id == "episode-003" else []
        return ThreadMatchReply(matches, another=["first", "parrot"])

    started = three({"hypermem/topic_match": rules}, BETWEEN, similarity=0.7)
    found = topics(started)
    # `first` is the first keyword of topic 1, which holds the episode by then
    assert found["topic-001"] == ["episode-001", "episode-003"]
    assert found["topic-003"] == ["episode-003"]
    assert "it tells of parrot" in started.notes()[2]
