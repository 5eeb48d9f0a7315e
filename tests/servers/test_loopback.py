"""The loopback server speaks the protocol, and its chat replies are the offline rules'."""

import json
from urllib.request import Request, urlopen

import pytest

from hypermem_core import codec
from hypermem_core.models.offline import OfflineRules
from hypermem_core.prompts import render
from hypermem_core.prompts.format import blanks_for
from hypermem_core.replies import (
    BoundaryReply,
    EpisodesReply,
    SummaryReply,
    TopicCandidate,
    TopicMatchReply,
)
from hypermem_core.types import Episode
from tests.servers import twins
from tests.servers.loopback import Loopback, error


def post(url: str, body: dict) -> dict:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=5) as response:
        return json.load(response)


@pytest.mark.parametrize(
    ("prompt", "shape"),
    [
        ("hypermem/episodes", EpisodesReply),
        ("hypermem/episode_summary", SummaryReply),
        ("hypermem/boundary", BoundaryReply),
        ("hypermem/topic_match", TopicMatchReply),
    ],
)
def test_a_prompt_read_back_is_answered_as_the_offline_rules_do(tiny, prompt, shape) -> None:
    episode = Episode("e", "Ana's cat Pixel", "Ana adopted a cat.", "", (), tiny.turns[0].time)
    candidate = TopicCandidate("topic 1", "Ana's cat Pixel", "A cat.", ("Pixel", "cat"), 0.9)
    blanks = {
        "hypermem/episodes": {"turns": tiny.turns[:6], "max_turns": 12},
        "hypermem/episode_summary": {"turns": tiny.turns[:6]},
        "hypermem/boundary": {"history": tiny.turns[:5], "new": tiny.turns[5], "gap_seconds": 0.0},
        "hypermem/topic_match": {"episode": episode, "candidates": [candidate]},
    }[prompt]
    said = twins.answer(render(prompt, **blanks_for(prompt, blanks)))
    assert codec.loads(shape, said) == OfflineRules().reply(prompt, shape, blanks)


def test_the_endpoints_answer_in_their_shapes(loopback: Loopback) -> None:
    vectors = post(f"{loopback.url}/embeddings", {"input": ["a cat", "a dog"]})["data"]
    assert [row["index"] for row in vectors] == [0, 1]
    prompt = "<Query>: grey cat\n<Document>: a cat"
    (choice,) = post(f"{loopback.url}/completions", {"prompt": [prompt]})["choices"]
    assert set(choice["logprobs"]["top_logprobs"][0]) == {"yes", "no"}
    body = {"query": "grey cat", "documents": ["a dog", "a grey cat"]}
    results = post(f"{loopback.root}/rerank", body)["results"]
    assert [(row["index"], row["relevance_score"]) for row in results] == [(1, 1.0), (0, 0.0)]
    assert [item.path for item in loopback.asked] == [
        "/v1/embeddings",
        "/v1/completions",
        "/rerank",
    ]


def test_a_test_chooses_what_the_server_says(loopback: Loopback) -> None:
    loopback.answer = lambda asked: error(429, "slow down", Retry_After="1")
    with pytest.raises(OSError, match="429"):
        post(f"{loopback.url}/chat/completions", {"messages": [{"content": "hi"}]})
    assert (loopback.count(), loopback.asked[0].status, loopback.asked[0].prompt) == (1, 429, "hi")
