"""A request over a real connection: what heals is retried, what does not is one sentence."""

import pytest
from pytest_httpserver import HTTPServer

from hypermem_core.errors import ModelError
from hypermem_core.models.endpoint import Endpoint, Refused, base_of

KEY = "sk-planted-0123456789"


def endpoint(server: HTTPServer, retries: int = 0) -> Endpoint:
    return Endpoint.at("m", server.url_for("/v1"), "PLANTED_KEY", retries)


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("http://gpu:8000", "http://gpu:8000/v1"),
        ("http://gpu:8000/v1/", "http://gpu:8000/v1"),
        ("http://gpu:8000/v1/embeddings", "http://gpu:8000/v1"),
        ("https://api.example.org/v2/rerank", "https://api.example.org/v2"),
        ("http://gpu:8000/v1/chat/completions", "http://gpu:8000/v1"),
    ],
)
def test_an_address_may_name_its_route_or_nothing(given: str, base: str) -> None:
    assert base_of(given) == base


def test_the_key_goes_into_the_header_and_nowhere_else(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_KEY", KEY)
    httpserver.expect_request(
        "/v1/x", headers={"Authorization": f"Bearer {KEY}"}, json={"model": "m", "a": 1}
    ).respond_with_json({"ok": 1})
    reached = endpoint(httpserver)
    assert reached.post("/x", {"a": 1}) == {"ok": 1}
    assert KEY not in repr(reached)


@pytest.mark.parametrize(("status", "hint"), [(401, "PLANTED_KEY"), (404, "name"), (418, "later")])
def test_a_refusal_is_one_sentence_without_the_servers_words(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, status: int, hint: str
) -> None:
    monkeypatch.setenv("PLANTED_KEY", KEY)
    httpserver.expect_request("/v1/x").respond_with_json({"error": f"bad {KEY}"}, status)
    with pytest.raises(Refused, match=f"status {status}") as caught:
        endpoint(httpserver).post("/x", {})
    assert caught.value.status == status
    assert hint in caught.value.hint
    assert KEY not in f"{caught.value} {caught.value.hint}"


def test_a_server_error_is_asked_again(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request("/v1/x").respond_with_data("<h1>oops</h1>", 502)
    httpserver.expect_ordered_request("/v1/x").respond_with_json([1])
    assert endpoint(httpserver, retries=1).post("/x", {}) == [1]


def test_a_body_that_is_no_json_is_asked_for_three_times(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/v1/x").respond_with_data('{"cut', content_type="application/json")
    with pytest.raises(ModelError, match="did not answer in JSON"):
        endpoint(httpserver).post("/x", {})
    assert len(httpserver.log) == 3


def test_nobody_listening_is_one_sentence() -> None:
    with pytest.raises(ModelError, match="cannot be reached"):
        Endpoint.at("m", "http://127.0.0.1:9/v1", "", 0).post("/x", {})


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ModelError, match="no usable address"):
        Endpoint.at("m", "nonsense", "")
