from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from hypermem_core.errors import ModelError
from hypermem_core.models.endpoint import Endpoint
from hypermem_core.models.rerank_endpoint import RerankEndpoint


def reranker(httpserver: HTTPServer) -> RerankEndpoint:
    return RerankEndpoint("rerank:m", Endpoint.at("m", httpserver.url_for("/v1"), "", 1))


SHAPES: dict[str, Any] = {
    "vLLM": {
        "id": "rerank-1",
        "results": [
            {"index": 1, "document": {"text": "b"}, "relevance_score": 0.9},
            {"index": 0, "document": {"text": "a"}, "relevance_score": -0.1},
        ],
    },
    "Jina": {
        "model": "m",
        "usage": {"total_tokens": 9},
        "results": [{"index": 0, "relevance_score": -0.1}, {"index": 1, "relevance_score": 0.9}],
    },
    "Cohere": {
        "id": "x",
        "results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": -0.1}],
        "meta": {"api_version": {"version": "2"}},
    },
    "Voyage": {
        "object": "list",
        "data": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": -0.1}],
    },
    "a bare list": [{"index": 1, "score": 0.9}, {"index": 0, "score": -0.1}],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_known_shape_is_read(httpserver: HTTPServer, shape: str) -> None:
    body = {"model": "m", "query": "q", "documents": ["a", "b"], "top_n": 2}
    httpserver.expect_request("/v1/rerank", json=body).respond_with_json(SHAPES[shape])
    assert reranker(httpserver).score("q", ["a", "b"]) == [-0.1, 0.9]


@pytest.mark.parametrize(
    "reply",
    [
        {"results": [{"index": 0, "relevance_score": 1}]},
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 7, "relevance_score": 1}]},
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": "x"}]},
        {"results": [{"index": 0, "relevance_score": 1}, "x"]},
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": 10**400}]},
    ],
)
def test_fewer_scores_than_texts_are_told(httpserver: HTTPServer, reply: Any) -> None:
    httpserver.expect_request("/v1/rerank").respond_with_json(reply)
    with pytest.raises(ModelError, match="scored 1 of 2 texts"):
        reranker(httpserver).score("q", ["a", "b"])


def test_no_texts_cost_no_request(httpserver: HTTPServer) -> None:
    assert reranker(httpserver).score("q", []) == []
    assert httpserver.log == []
