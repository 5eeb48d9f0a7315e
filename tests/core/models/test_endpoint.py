"""A request over a real connection: what heals is retried, what does not is one sentence."""

from dataclasses import replace
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from hypermem_core.errors import ModelError, Paused, Unanswered
from hypermem_core.models.budget import budgeted
from hypermem_core.models.endpoint import Endpoint, base_of
from hypermem_core.models.faults import Refused
from hypermem_core.models.ledger import ledger
from hypermem_core.models.prices import Prices
from hypermem_core.models.throttle import Throttle

KEY = "sk-planted-0123456789"


def endpoint(server: HTTPServer, tries: int = 1, **more: Any) -> Endpoint:
    return Endpoint.at("m", server.url_for("/v1"), "PLANTED_KEY", tries, backoff=0.001, **more)


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


@pytest.mark.parametrize(
    ("status", "kind", "hint"),
    [(401, Paused, "PLANTED_KEY"), (404, Paused, "name"), (418, Refused, "later")],
)
def test_a_refusal_is_one_sentence_without_the_key(
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    kind: type[Paused | Refused],
    hint: str,
) -> None:
    monkeypatch.setenv("PLANTED_KEY", KEY)
    httpserver.expect_request("/v1/x").respond_with_json({"error": f"bad {KEY}"}, status)
    with pytest.raises(kind, match=f"status {status}") as caught:
        endpoint(httpserver, tries=3).post("/x", {})
    assert hint in caught.value.hint
    assert KEY not in f"{caught.value!r} {caught.value} {caught.value.hint}"
    assert len(httpserver.log) == 1  # asking again would not help


def test_a_spent_quota_pauses_and_a_busy_endpoint_is_asked_more_slowly(
    httpserver: HTTPServer,
) -> None:
    quota = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
    httpserver.expect_ordered_request("/v1/x").respond_with_json({}, 429)
    httpserver.expect_ordered_request("/v1/x").respond_with_json([1])
    httpserver.expect_ordered_request("/v1/x").respond_with_json(quota, 429)
    gate = Throttle(8)
    asked = endpoint(httpserver, tries=2, throttle=gate)
    assert asked.post("/x", {}) == [1]
    assert gate.limit == 4 + 1 / 4  # halved by the 429, then one good reply
    with pytest.raises(Paused, match="no credit"):
        asked.post("/x", {})


def test_a_server_error_is_asked_again(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request("/v1/x").respond_with_data("<h1>oops</h1>", 502)
    httpserver.expect_ordered_request("/v1/x").respond_with_json([1])
    assert endpoint(httpserver, tries=2).post("/x", {}) == [1]


def test_a_body_that_is_no_json_is_asked_for_again(httpserver: HTTPServer) -> None:
    httpserver.expect_ordered_request("/v1/x").respond_with_json({})
    httpserver.expect_request("/v1/x").respond_with_data('{"cut', content_type="application/json")
    asked = endpoint(httpserver, tries=3)
    asked.post("/x", {})
    with pytest.raises(Paused, match="no JSON"):
        asked.post("/x", {})
    assert len(httpserver.log) == 1 + 3
    with pytest.raises(Unanswered, match="no JSON"):
        replace(asked, optional=True).post("/x", {})


def test_nobody_listening_stops_a_run_unless_it_can_do_without() -> None:
    with pytest.raises(Paused, match="cannot be reached"):
        Endpoint.at("m", "http://127.0.0.1:9/v1", "", 1).post("/x", {})
    with pytest.raises(ModelError, match=r"^m at 127.0.0.1:9 cannot be reached"):
        Endpoint.at("m", "http://127.0.0.1:9/v1", "", 1, optional=True).post("/x", {})


def test_tokens_and_cost_are_counted_as_the_endpoint_says(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/v1/x").respond_with_json({"usage": {"total_tokens": 1000}})
    priced = endpoint(httpserver, prices=Prices({"m": (2.0, 0.0)}))
    with ledger() as calls, budgeted(0, 1.0) as budget:
        priced.post("/x", {}, ["a cat"])
    (call,) = calls
    assert (call.prompt, call.model, call.prompt_tokens, call.paid) == ("x", "m", 1000, True)
    assert call.cost == pytest.approx(0.002)
    assert (budget.used_tokens, budget.used_money) == (1000, pytest.approx(0.002))
    with ledger() as calls:
        endpoint(httpserver).post("/x", {}, ["a cat"])
    assert calls[0].cost is None  # no known price is not nothing


def test_a_budget_that_is_spent_stops_the_run_before_the_request(httpserver: HTTPServer) -> None:
    with budgeted(3, 0.0), pytest.raises(Paused, match="budget"):
        endpoint(httpserver).post("/x", {}, ["one two three four"])
    assert not httpserver.log


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ModelError, match="no usable address"):
        Endpoint.at("m", "nonsense", "")
