"""The tour states only what its data says, and its data is not stale."""

from dataclasses import replace

import pytest

from app import touring
from hypermem_core.conversations import load, sample_path
from hypermem_core.evaluation.rows import load_rows
from hypermem_core.events import ignore
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.models import Models
from hypermem_core.reports import run_card
from hypermem_core.settings import preset
from hypermem_core.store import Store, content_hash
from hypermem_core.types import Conversation, Episode, Hyperedge, Member, Topic

MOST_BYTES = 3 * 1024**2


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def name(store: Store) -> str:
    return touring.open_experiment(store)


@pytest.fixture(scope="module")
def chat() -> Conversation:
    found = load(sample_path()).conversations
    return next(one for one in found if one.id == touring.CONVERSATION)


def test_the_experiment_is_small_and_opens_once(store: Store, name: str) -> None:
    assert len(touring.bundle()) < MOST_BYTES
    assert touring.open_experiment(store) == name
    assert {one.method for one in store.list_memories(name)} == set(touring.METHODS)
    assert set(store.list_runs(name)) == set(touring.METHODS)


def test_hypermem_reads_every_result_where_flat_misses_some(store: Store, name: str) -> None:
    chat = store.load_conversation(name, "hypermem", touring.CONVERSATION)
    asked = touring.counting_question(chat)
    assert len(asked.evidence) == 7
    ours, flat = (touring.reading(store, name, method, asked) for method in touring.METHODS)
    assert ours.found == set(asked.evidence)
    assert len(flat.found) < 7 and ours.tokens <= touring.BUDGET >= flat.tokens
    found = touring.thread(
        store.load_memory(name, "hypermem", touring.CONVERSATION).graph, asked.evidence
    )
    assert len(found.episodes) == 7


@pytest.mark.parametrize("method", touring.METHODS)
def test_what_was_read_is_what_the_run_measured(store: Store, name: str, method: str) -> None:
    rows = load_rows(store.run_folder(name, method)).values()
    for row in rows:
        if row.recall is not None:
            share = len(touring.reading_of(row).found) / len(row.question.evidence)
            assert share == pytest.approx(row.recall.at_budget[str(touring.BUDGET)])
    card = run_card.read(store.run_folder(name, method))
    assert card is not None and card.questions == len(rows)


def test_the_memory_is_of_todays_sample_and_rules(
    store: Store, name: str, chat: Conversation, models: Models
) -> None:
    """Episodes and facts are cheap to make again; when this fails, run `make demo-data`."""
    kept = store.load_memory(name, "hypermem", touring.CONVERSATION).graph
    assert store.load_conversation(name, "hypermem", chat.id) == chat
    manifest = store.manifest(name, "hypermem", chat.id)
    assert manifest.built_with["conversation"] == content_hash(chat)
    building = Building(chat, models, ignore, preset(touring.PRESET).build)
    build_episodes(building)
    assert building.graph.ids("episode") == kept.ids("episode"), "run `make demo-data`"
    build_facts(building)
    assert len(building.graph.ids("fact")) == len(kept.ids("fact")), "run `make demo-data`"


def test_a_thread_is_the_smallest_topic_with_most_of_the_turns() -> None:
    graph = Hypergraph()
    for number in (1, 2, 3):
        graph.add_node(Episode(f"e{number}", "", "", "", (f"t{number}",)))
    for topic, members in (("wide", ("e1", "e2", "e3")), ("right", ("e1", "e2")), ("one", ("e3",))):
        graph.add_node(Topic(topic, topic, ""))
        edge = {member: Member(1.0, "core") for member in members}
        graph.add_edge(Hyperedge(f"edge-{topic}", "episode", edge, topic))
    assert touring.thread(graph, ("t1", "t2")) == touring.Thread("right", ("e1", "e2"), 2)


def test_the_shortest_neighbours_are_shown() -> None:
    nodes = [Episode(f"e{n}", "", "", "", ("t",) * size) for n, size in enumerate((9, 2, 1, 3, 1))]
    assert [node.id for node in touring.shortest(nodes, 2)] == ["e1", "e2"]
    assert touring.shortest(nodes[:1], 3) == nodes[:1]


@pytest.mark.parametrize(
    ("text", "number"), [("", 1), ("3", 3), ("6", 6), ("7", 6), ("0", 1), ("-2", 1), ("x", 1)]
)
def test_an_address_names_a_stop_or_the_first(text: str, number: int) -> None:
    assert touring.stop_number(text) == number


def test_the_period_is_told_in_days(chat: Conversation) -> None:
    assert touring.period(chat).endswith("2024") and " to " in touring.period(chat)
    assert touring.period(replace(chat, sessions=())) == "an unknown time"
