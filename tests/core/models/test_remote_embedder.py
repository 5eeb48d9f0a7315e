"""Embeddings over a real loopback connection, from a server that can be told to misbehave."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from hypermem_core.errors import ModelError, Paused
from hypermem_core.models.endpoint import Endpoint
from hypermem_core.models.remote_embedder import RemoteEmbedder, query_form
from hypermem_core.models.vector_cache import VectorCache

Row = dict[str, Any]


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 1.0, 0.0]


@dataclass
class Server:
    """Answers with (length, 1, 0) for each text; `spoil` changes the rows of a reply."""

    spoil: Callable[[list[Row], int], list[Row]] = lambda rows, request: rows
    status: Callable[[list[str]], int] = lambda texts: 200
    seen: list[list[str]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def __call__(self, request: Request) -> Response:
        texts = request.get_json()["input"]
        with self.lock:
            self.seen.append(texts)
            number = len(self.seen)
        if self.status(texts) != 200:
            return Response('{"error": "no"}', self.status(texts))
        rows = [{"index": i, "embedding": vector_of(text)} for i, text in enumerate(texts)]
        body = json.dumps({"data": self.spoil(rows, number)})
        return Response(body, content_type="application/json")


def embedder(httpserver: HTTPServer, server: Server, kept: Path | None = None) -> RemoteEmbedder:
    httpserver.expect_request("/v1/embeddings").respond_with_handler(server)
    endpoint = Endpoint.at("m", httpserver.url_for("/v1"), "", 1)
    return RemoteEmbedder("api:m", endpoint, VectorCache(kept) if kept else None, workers=4)


def expected(texts: list[str]) -> np.ndarray:
    rows = np.array([vector_of(text) for text in texts], np.float64)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_vectors_follow_the_index_not_the_order_of_arrival(httpserver: HTTPServer) -> None:
    server = Server(spoil=lambda rows, _: rows[::-1])
    texts = ["a", "bbb", "cc"]
    vectors = embedder(httpserver, server).documents(texts)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, expected(texts), atol=1e-6)


def test_batches_come_back_in_order_and_a_text_is_asked_for_once(httpserver: HTTPServer) -> None:
    server = Server()
    texts = ["x" * (n % 50) for n in range(200)]
    vectors = embedder(httpserver, server).documents(texts)
    assert np.allclose(vectors, expected([text or " " for text in texts]), atol=1e-6)
    assert [len(part) for part in sorted(server.seen, key=len)] == [18, 32]  # 50 different texts


def test_nothing_is_paid_for_twice(httpserver: HTTPServer, tmp_path: Path) -> None:
    server, kept = Server(), tmp_path / "vectors.db"
    first = embedder(httpserver, server, kept).documents(["a", "bb"])
    again = embedder(httpserver, server, kept).documents(["bb", "a", "ccc"])
    assert server.seen == [["a", "bb"], ["ccc"]]
    assert np.array_equal(again[:2], first[::-1])


def test_what_a_reply_leaves_out_or_spoils_is_asked_for_again(httpserver: HTTPServer) -> None:
    def spoil(rows: list[Row], request: int) -> list[Row]:
        if request == 1:
            rows[1]["embedding"] = [float("nan"), 1, 0]
            return [*rows[:2], {"index": 99, "embedding": [1, 1, 1]}, rows[3]]
        return rows

    server = Server(spoil=spoil)
    texts = ["a", "bb", "ccc", "dddd"]
    assert np.allclose(embedder(httpserver, server).documents(texts), expected(texts), atol=1e-6)
    assert server.seen == [texts, ["bb", "ccc"]]


def test_a_text_left_out_three_times_ends_it(httpserver: HTTPServer) -> None:
    server = Server(spoil=lambda rows, _: [row for row in rows if row["embedding"][0] != 2])
    with pytest.raises(ModelError, match="left out 1 of 2 texts 3 times"):
        embedder(httpserver, server).documents(["a", "bb"])


def test_a_run_that_failed_keeps_the_batches_that_came(
    httpserver: HTTPServer, tmp_path: Path
) -> None:
    texts = ["x" * n for n in range(1, 65)]
    broken = Server(status=lambda part: 500 if texts[-1] in part else 200)
    with pytest.raises(Paused, match="status 500"):
        embedder(httpserver, broken, tmp_path / "v.db").documents(texts)
    httpserver.clear()
    healthy = Server()
    embedder(httpserver, healthy, tmp_path / "v.db").documents(texts)
    assert [len(part) for part in healthy.seen] == [32]


def test_a_request_too_large_is_divided_and_a_text_too_long_is_cut(httpserver: HTTPServer) -> None:
    server = Server(status=lambda texts: 400 if sum(map(len, texts)) > 10 else 200)
    model = embedder(httpserver, server)
    vectors = model.documents(["a" * 6, "b" * 6, "c" * 30])
    assert np.allclose(vectors, expected(["a" * 6, "b" * 6, "c" * 7]), atol=1e-6)
    assert model.found.shortened == 1


def test_a_change_of_dimension_is_told(httpserver: HTTPServer) -> None:
    def spoil(rows: list[Row], request: int) -> list[Row]:
        return [{**row, "embedding": [1.0] * (2 + request)} for row in rows]

    model = embedder(httpserver, Server(spoil=spoil))
    model.documents(["a"])
    with pytest.raises(ModelError, match="4 numbers after ones of 3"):
        model.documents(["b"])


def test_a_question_to_qwen_carries_its_instruction(httpserver: HTTPServer) -> None:
    assert query_form("bge-m3", "Who?") == "Who?"
    asked = query_form("Qwen/Qwen3-Embedding-4B", "Who?")
    assert asked.startswith("Instruct: ")
    assert asked.endswith("\nQuery:Who?")
    server = Server()
    assert embedder(httpserver, server).query("Who?").shape == (3,)


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e308", "NaN", '"1"', "[1]"])
def test_numbers_without_a_length_are_no_vector(httpserver: HTTPServer, number: str) -> None:
    body = f'{{"data": [{{"index": 0, "embedding": [{number}, {number}, {number}, {number}]}}]}}'
    httpserver.expect_request("/v1/embeddings").respond_with_data(body)
    endpoint = Endpoint.at("m", httpserver.url_for("/v1"), "", 1)
    with pytest.raises(ModelError, match="left out 1 of 1 texts"):
        RemoteEmbedder("api:m", endpoint).documents(["a"])
