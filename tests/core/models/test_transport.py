"""What each fault of an endpoint means: try again, give up this item, or stop the run."""

import traceback

import openai
import pytest

from hypermem_core.errors import Paused, Unanswered
from hypermem_core.models.faults import Refused
from hypermem_core.models.throttle import Throttle
from hypermem_core.models.transport import Transport
from tests.servers.loopback import Said, chat, error

KEY = "sk-planted-0123456789"


@pytest.fixture
def sender(loopback):
    """Return a function that answers with these in turn and gives the transport and its waits."""

    def start(*answers, tries=3, backoff=1.0, throttle=None):
        loopback.clear()
        loopback.answer = lambda asked: answers[min(asked.number, len(answers) - 1)]
        client = openai.OpenAI(base_url=loopback.url, api_key=KEY, max_retries=0, timeout=5)
        waits: list[float] = []
        gate = throttle or Throttle(4)
        made = Transport("m", "h", "MY_KEY", client, gate, tries, backoff, 5, waits.append)
        return made, waits

    return start


@pytest.mark.parametrize(
    "fault",
    [
        error(500, "oops"),
        Said(status=502, raw=b"<html>bad</html>", content_type="text/html"),
        Said(raw=b"<html>ok?</html>", content_type="text/html"),
        Said(raw=b""),
        Said(raw=b"", drop=True),
        Said(raw=b'{"choices', drop=True),
        Said({"choices": []}),
        Said({"error": {"code": 502, "message": "upstream"}}),
        Said({"error": {"code": 10**40}}),
        Said({"error": "overloaded"}),
        Said(raw=b"[" * 100_000),
        Said({"choices": [{"message": {"content": {"label": "x"}}}]}),
        Said({"choices": [{"message": {"content": 5}}]}),
        Said({"choices": [{"message": {"content": [{"text": 5}]}}]}),
        error(429, "slow down", Retry_After="Fri, 31 Dec 99999999999 23:59:59 GMT"),
        error(429, "slow down"),
    ],
)
def test_a_passing_fault_is_tried_again(sender, loopback, fault):
    transport, waits = sender(fault, chat("hello", prompt="a b"))
    found = transport.send("hi", {}, 1)
    assert (found.text, found.prompt_tokens, found.requests, len(waits)) == ("hello", 2, 2, 1)
    assert 0.5 <= waits[0] <= 1.0


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": [{"type": "text", "text": "one "}, {"text": "two"}, {"n": 1}]}, "one two"),
        ({"content": "half a \ud83d face"}, "half a ? face"),
        ({"content": None}, ""),
    ],
)
def test_words_are_read_from_parts_too_and_can_always_be_kept(sender, message, text):
    usage = {"prompt_tokens": 10**30, "completion_tokens": -1}
    whole = {"choices": [{"message": message, "finish_reason": ["stop"]}], "usage": usage}
    for reply in (whole, {**whole, "usage": ["?"]}):
        found = sender(Said(reply))[0].send("hi", {}, 1)
        assert (found.text, found.prompt_tokens, found.completion_tokens) == (text, None, None)


@pytest.mark.parametrize("path", ["/embeddings", "/rerank", "/chat/completions"])
def test_a_refusal_told_with_status_200_stops_the_run_too(sender, loopback, path):
    transport, _ = sender(Said({"error": {"code": 402, "message": f"pay {KEY}"}}))
    with pytest.raises(Paused, match="no credit") as caught:
        transport.send("hi", {}, 1) if "chat" in path else transport.post(path, {}, 1)
    assert (loopback.count(path), KEY in str(caught.value)) == (1, False)


def test_waits_grow_and_the_servers_word_counts(sender):
    transport, waits = sender(error(500, "x"), error(500, "x"), chat("hello"))
    transport.send("hi", {}, 1)
    assert 0.5 <= waits[0] <= 1 <= waits[1] <= 2
    gate = Throttle(8, clock=lambda: 100.0)
    transport, waits = sender(error(429, "x", Retry_After="7"), chat("hello"), throttle=gate)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "clock", iter([100.0] * 3 + [200.0] * 9).__next__)
        transport.send("hi", {}, 1)
    assert 7 <= waits[0] <= 7.5
    assert gate.limit == 4 + 1 / 4


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error(401, f"Incorrect key {KEY}"), "does not accept the key"),
        (error(402, "pay"), "no credit"),
        (error(403, "no"), "does not allow"),
        (error(404, "no model"), "knows no such model"),
        (error(429, "You exceeded your current quota", "insufficient_quota"), "no credit"),
        (error(429, "later", Retry_After="3600"), "3600 seconds"),
    ],
)
def test_what_money_or_a_key_must_mend_stops_the_run_in_one_sentence(
    sender, loopback, answer, words
):
    transport, _ = sender(answer)
    with pytest.raises(Paused, match=words) as caught:
        transport.send("hi", {}, 1)
    assert loopback.count() == 1
    assert KEY not in f"{caught.value!r} {caught.value} {transport!r}"
    assert KEY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "ask", [lambda t: t.send("hi", {}, 1), lambda t: t.post("/embeddings", {"input": ["hi"]}, 1)]
)
def test_an_answer_without_end_is_not_read_on(sender, monkeypatch, ask):
    """Whatever is asked for, and however the client hands over the body."""
    monkeypatch.setattr("hypermem_core.models.transport.LARGEST", 1000)
    transport, _ = sender(chat("so " * 1000), tries=2)
    transport.luck.answered = True
    with pytest.raises(Unanswered, match="no end of the answer"):
        ask(transport)


def test_a_refusal_and_a_long_prompt_concern_the_item_only(sender):
    transport, _ = sender(error(400, f"response_format? {KEY}"))
    with pytest.raises(Refused, match="response_format") as caught:
        transport.send("hi", {}, 1)
    assert KEY not in str(caught.value)
    transport, _ = sender(error(400, "x", "context_length_exceeded"))
    with pytest.raises((Unanswered, Refused)):
        transport.send("hi", {}, 1)


def test_tries_are_bounded_and_an_endpoint_that_is_down_stops_the_run(sender, loopback):
    transport, _ = sender(chat("hello"), error(503, "busy"))
    transport.send("hi", {}, 1)
    for _ in range(3):
        with pytest.raises(Unanswered, match="3 tries"):
            transport.send("hi", {}, 1)
    with pytest.raises(Paused, match="cannot be reached"):
        transport.send("hi", {}, 1)
    assert loopback.count() == 1 + 4 * 3
