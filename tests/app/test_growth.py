from app.growth import grow, pending, window
from hypermem_core.events import EdgeAdded, Event, ModelCalled, NodeAdded, StageAdvanced, Warned
from hypermem_core.types import Conversation, Episode, Fact, Hyperedge, Member, Topic, Turn

TURNS = tuple(Turn(f"D1:{i}", "Ana", f"word {i}") for i in range(1, 9))
CHAT = Conversation("c", "", ("Ana",), TURNS)
EPISODES: list[Event] = [
    NodeAdded(Episode(f"e{i}", f"Part {i}", "", "", (f"D1:{2 * i - 1}", f"D1:{2 * i}")))
    for i in range(1, 4)
]
TOPIC = Topic("t1", "Chess", "")
EDGE = Hyperedge("h1", "episode", {"e1": Member(0.5, "r"), "e3": Member(0.5, "r")}, "t1")
FACT = Fact("f1", "Ana plays chess.", turn_ids=("D1:4",))


def test_episodes_take_turns_and_the_rest_waits() -> None:
    growth = grow(EPISODES)
    assert len(growth.episode_of_turn) == 6
    assert [turn.id for turn in pending(growth, CHAT)] == ["D1:7", "D1:8"]


def test_a_fact_falls_under_the_episode_of_its_turns() -> None:
    growth = grow([*EPISODES, NodeAdded(FACT)])
    assert growth.facts_of("e2") == [FACT]
    assert growth.facts_of("e1") == []
    assert growth.focus == "e2"
    assert [episode.id for episode in window(growth, before=1)] == ["e1", "e2"]


def test_a_topic_that_grew_counts_once() -> None:
    growth = grow([*EPISODES, NodeAdded(TOPIC), NodeAdded(TOPIC), EdgeAdded(EDGE)])
    assert len(growth.topics) == 1
    assert growth.episodes_of("t1") == 2
    assert growth.focus == "e3"


def test_notes_warnings_and_asks_are_kept() -> None:
    events: list[Event] = [
        StageAdvanced("episodes", 1, "cut after D1:2"),
        StageAdvanced("episodes", 2),
        Warned("left out"),
        ModelCalled("hypermem/facts", cached=True),
        ModelCalled("hypermem/facts"),
    ]
    growth = grow(events)
    assert (growth.note, growth.warnings) == ("cut after D1:2", ["left out"])
    assert (growth.calls, growth.cached) == (2, 1)


def test_no_event_is_an_empty_picture() -> None:
    growth = grow([])
    assert (growth.focus, window(growth)) == ("", [])
