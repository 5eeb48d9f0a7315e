from datetime import datetime

import pytest

from hypermem_core import codec
from hypermem_core.errors import DataError
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Chunk, Episode, Fact, Hyperedge, Member, Topic, Turn


def test_a_value_becomes_plain_json_data() -> None:
    turn = Turn("D1:1", "Ana", "hi", datetime(2024, 5, 4, 10, 0), 2)
    data = codec.encode(turn)
    assert data["time"] == "2024-05-04T10:00:00"
    assert data["session"] == 2
    assert codec.encode(Fact("f", "x", queries=("a", "b")))["queries"] == ["a", "b"]


def test_text_keeps_what_is_not_ascii_and_comes_back_equal() -> None:
    fact = Fact("f-1", "Zoë isst Käse 猫", ("Wer?",), when="2024-05")
    text = codec.dumps(fact)
    assert "Zoë isst Käse 猫" in text
    assert codec.loads(Fact, text) == fact
    assert codec.dumps(fact) == text


def test_a_graph_comes_back_with_every_kind_of_node() -> None:
    graph = Hypergraph()
    for node in (
        Topic("t", "T", "s"),
        Episode("e", "E", "s", "x", ("D1:1",), datetime(2024, 5, 4)),
        Fact("f", "F"),
        Chunk("c", "C", ("D1:1",)),
    ):
        graph.add_node(node)
    graph.add_edge(Hyperedge("h", "episode", {"e": Member(0.25, "climax")}, "t"))
    again = codec.loads(Hypergraph, codec.dumps(graph))
    assert again == graph
    assert [type(node) for node in again.nodes.values()] == [Topic, Episode, Fact, Chunk]


def test_containers_of_our_types_need_their_shape() -> None:
    members = {"a": Member(0.5, "core")}
    data = codec.encode(members, dict[str, Member])
    assert data == {"a": {"weight": 0.5, "role": "core"}}
    assert codec.decode(dict[str, Member], data) == members


def test_the_first_field_that_does_not_fit_is_named() -> None:
    with pytest.raises(DataError) as caught:
        codec.decode(
            Hyperedge, {"id": "h", "kind": "fact", "owner": "e", "members": {"f": {}}}, "g"
        )
    assert caught.value.message.startswith("g: field members.f.weight: ")
    assert caught.value.hint


def test_broken_json_is_told_with_its_line() -> None:
    with pytest.raises(DataError, match="run.json: line 2: not valid JSON"):
        codec.loads(Member, '{"weight": 1,\n oops}', "run.json")


def test_a_wrong_top_level_is_told() -> None:
    with pytest.raises(DataError, match=r"field \(top\)"):
        codec.loads(Member, "3")


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, '{"id":' * 100_000])
def test_json_that_python_cannot_read_is_told_as_damaged(text: str) -> None:
    with pytest.raises(DataError, match="x.json"):
        codec.loads(Fact, text, "x.json")
