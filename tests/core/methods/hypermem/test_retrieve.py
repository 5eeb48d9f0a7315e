from datetime import datetime

import pytest

from hypermem_core import codec
from hypermem_core.events import Event, ignore
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.methods.hypermem.additions import named_speaker
from hypermem_core.methods.hypermem.retrieve import retrieve
from hypermem_core.models import Models
from hypermem_core.retrieval.index import index_of
from hypermem_core.retrieval.text import dense_text
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import (
    Episode,
    Fact,
    Hyperedge,
    Member,
    Node,
    RetrievalTrace,
    Topic,
)

DAY = datetime(2024, 5, 4, 10)
NODES: tuple[Node, ...] = (
    Topic("t-pets", "Pets", "Ana's cat Pixel", ("cat",)),
    Topic("t-clay", "Pottery", "Ben's pottery class", ("pottery",)),
    Episode("e-cat", "A new cat", "Ana adopted a cat.", "", ("D1:3", "D1:5"), DAY),
    Episode("e-clay", "Pottery class", "Ben made a blue bowl.", "", ("D1:6", "D2:1"), DAY),
    Episode("e-trip", "A trip", "Ana will visit Porto.", "", ("D2:6",), DAY),
    Fact("f-1", "Ana adopted a cat named Pixel.", turn_ids=("D1:3",), speaker="Ana"),
    Fact("f-2", "Pixel hides under the sofa.", turn_ids=("D1:5",), speaker="Ana"),
    Fact("f-3", "Ben started a pottery class in Leeds.", turn_ids=("D1:6",), speaker="Ben"),
    Fact("f-4", "Ben made a blue bowl.", turn_ids=("D2:1",), speaker="Ben", context="And then?"),
    Fact("f-5", "Ana will visit Porto.", turn_ids=("D2:6",), speaker="Ana"),
    Fact("f-6", "Ben owns a cat too.", turn_ids=("D2:5",), speaker="Ben"),
)
EDGES = (
    ("episode", "t-pets", ("e-cat",)),
    ("episode", "t-clay", ("e-clay",)),
    ("fact", "e-cat", ("f-1", "f-2")),
    ("fact", "e-clay", ("f-3", "f-4")),
    ("fact", "e-trip", ("f-5",)),
)


@pytest.fixture(scope="module")
def memory(models: Models) -> Memory:
    graph = Hypergraph()
    for node in NODES:
        graph.add_node(node)
    for kind, owner, ids in EDGES:
        members = {node_id: Member(0.8, "core") for node_id in ids}
        graph.add_edge(Hyperedge(f"edge-{owner}", kind, members, owner))  # type: ignore[arg-type]
    matrix = models.embedder.documents([dense_text(node) for node in NODES])
    return Memory("hypermem", "tiny", graph, Vectors(tuple(n.id for n in NODES), matrix))


def _ask(
    memory: Memory, models: Models, query: str = "What is Ana's cat called?", **knobs: object
) -> RetrievalTrace:
    settings = Settings()
    for name, value in knobs.items():
        settings = with_value(settings, f"retrieval.{name}", value)
    return retrieve(memory, query, settings, models, ignore)


def test_three_stages_narrow_from_topics_to_facts(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, topic_k=1, episode_k=1)
    topics, episodes, facts = trace.stages
    assert topics.kept == ("t-pets",)
    assert set(episodes.candidates) == {"e-cat", "e-trip"}  # e-trip has no topic
    assert episodes.kept == ("e-cat",)
    assert set(facts.candidates) == {"f-1", "f-2", "f-6"}  # f-6 is in no episode
    assert facts.kept[0] == "f-1"


def test_fallbacks_are_noted(memory: Memory, models: Models) -> None:
    assert _ask(memory, models).notes == (
        "1 episodes without a topic were candidates all the same",
        "1 facts without an episode were candidates all the same",
    )


def test_evidence_is_facts_first_then_episode_summaries(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, topic_context=True)
    kinds = [item.kind for item in trace.evidence]
    assert kinds == ["fact"] * 6 + ["episode"] * 3 + ["topic"] * 2
    assert trace.evidence[0].turn_ids == ("D1:3",)
    dates = {item.date: item.date_tokens for item in trace.evidence}  # each is stated once
    bare = sum(item.tokens - item.date_tokens for item in trace.evidence)
    assert trace.tokens == bare + sum(dates.values())


@pytest.mark.parametrize(
    ("knob", "left"),
    [("episode_context", {"fact"}), ("fact_context", {"episode"}), ("fact_stage", {"episode"})],
)
def test_contexts_can_be_left_out(
    memory: Memory, models: Models, knob: str, left: set[str]
) -> None:
    trace = _ask(memory, models, **{knob: False})
    assert {item.kind for item in trace.evidence} == left


def test_without_topics_all_episodes_are_candidates(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, topic_stage=False, topic_k=1)
    assert [stage.stage for stage in trace.stages] == ["episode", "fact"]
    assert len(trace.stages[0].candidates) == 3


def test_without_episodes_facts_come_from_the_topics(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, episode_stage=False, topic_k=1)
    assert [stage.stage for stage in trace.stages] == ["topic", "fact"]
    assert set(trace.stages[1].candidates) == {"f-1", "f-2", "f-5", "f-6"}


def test_without_both_all_facts_are_candidates(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, episode_stage=False, topic_stage=False)
    assert len(trace.stages[0].candidates) == 6
    assert trace.notes == ()


def test_rerankers_add_a_list_to_each_stage(memory: Memory, models: Models) -> None:
    on = {f"rerank_{name}": True for name in ("topics", "episodes", "facts")}
    trace = _ask(memory, models, **on, rerank_context=True)
    assert [stage.rankings[-1].ranker for stage in trace.stages] == ["rerank"] * 3
    assert trace.evidence[0].node_id == "f-1"


def test_additions_are_lists_of_their_own(memory: Memory, models: Models) -> None:
    trace = _ask(
        memory, models, parent_rank=True, window_rank=True, context_rank=True, episode_rank=True
    )
    names = [ranking.ranker for ranking in trace.stages[2].rankings]
    assert names == [
        "bm25",
        "dense",
        "parent",
        "bm25-context",
        "dense-context",
        "bm25-window",
        "dense-window",
        "bm25-episode",
        "dense-episode",
        "rrf",
    ]
    parent = trace.stages[2].rankings[2]
    scores = {item.node_id: item.score for item in parent.items}
    best = trace.stages[1].kept[0]
    assert scores["f-1"] == scores["f-2"] == 1 / (60 + 1)
    assert best == "e-cat"
    assert "f-6" not in scores


def test_z_scores_can_stand_in_for_rrf(memory: Memory, models: Models) -> None:
    trace = _ask(memory, models, fusion="z-score", dense_weight=2)
    assert trace.stages[2].rankings[-1].ranker == "z-score"
    assert trace.stages[1].rankings[-1].ranker == "rrf"


def test_the_named_speaker_gets_the_bonus(memory: Memory, models: Models) -> None:
    query = "Does Ben have a cat?"
    plain = _ask(memory, models, query).stages[2].rankings[-1]
    final = _ask(memory, models, query, speaker_bonus=1).stages[2].rankings[-1]
    before = {item.node_id: item.score for item in plain.items}
    after = {item.node_id: item.score for item in final.items}
    assert after["f-6"] == pytest.approx(before["f-6"] + 1)
    assert after["f-1"] == before["f-1"]


def test_shares_of_neighbours_and_episode_are_added(memory: Memory, models: Models) -> None:
    plain = _ask(memory, models).stages[2].rankings[-1]
    before = {item.node_id: item.score for item in plain.items}
    for knob in ("neighbour_share", "episode_share"):
        final = _ask(memory, models, **{knob: 0.5}).stages[2].rankings[-1]
        after = {item.node_id: item.score for item in final.items}
        assert after["f-2"] == pytest.approx(before["f-2"] + 0.5 * before["f-1"])
        assert after["f-6"] == pytest.approx(before["f-6"] + 0.5 * min(before.values()))


@pytest.mark.parametrize(
    ("query", "speaker"),
    [("What did Ana's cat do?", "Ana"), ("Do Ana and Ben meet?", None), ("Banana?", None)],
)
def test_a_speaker_counts_only_when_alone(memory: Memory, query: str, speaker: str | None) -> None:
    assert named_speaker(index_of(memory), query) == speaker


def test_fewer_candidates_never_add_any(memory: Memory, models: Models) -> None:
    wide, narrow = _ask(memory, models), _ask(memory, models, episode_k=1)
    assert set(narrow.stages[2].kept) < set(wide.stages[2].kept)


def test_retrieving_changes_nothing_and_indexes_once(memory: Memory, models: Models) -> None:
    before, index = codec.dumps(memory.graph), index_of(memory)
    _ask(memory, models)
    dense = index.dense("fact", variant=(0.5, "sum"))
    _ask(memory, models, query="Where is Leeds?")
    assert index_of(memory) is index
    assert index.dense("fact", variant=(0.5, "sum")) is dense
    assert codec.dumps(memory.graph) == before


def test_every_stage_is_told(memory: Memory, models: Models) -> None:
    events: list[Event] = []
    retrieve(memory, "cat", Settings(), models, events.append)
    told = [(event.kind, getattr(event, "stage", "")) for event in events]
    kinds = ("stage_started", "stage_finished")
    assert told == [(kind, name) for name in ("topic", "episode", "fact") for kind in kinds]


def test_an_empty_memory_gives_empty_stages(models: Models) -> None:
    nothing = Memory("hypermem", "x", Hypergraph(), Vectors((), models.embedder.documents([])))
    trace = retrieve(nothing, "cat", Settings(), models, ignore)
    assert trace.evidence == ()
    assert trace.stages[0].why == "there is no topic to rank"
