"""A build tells what vectors cost, and tells the same whether they were kept or not."""

from dataclasses import replace
from pathlib import Path

from pytest_httpserver import HTTPServer

from hypermem_core.events import Event
from hypermem_core.models.choose import embedder_for
from hypermem_core.models.embedded import EmbeddedEmbedder
from hypermem_core.models.telling import TellingEmbedder
from hypermem_core.settings import ModelSettings


def test_equal_texts_tell_the_same_event_kept_or_asked(
    httpserver: HTTPServer, tmp_path: Path
) -> None:
    rows = [{"index": 0, "embedding": [1.0, 0.0]}, {"index": 1, "embedding": [0.0, 1.0]}]
    reply = {"data": rows, "usage": {"total_tokens": 99}}
    httpserver.expect_request("/v1/embeddings").respond_with_json(reply)
    settings = ModelSettings(embedder="api:m", embedding_base_url=httpserver.url_for("/v1"))
    told: list[Event] = []
    for _ in range(2):
        remote = embedder_for(settings, tmp_path / "vectors.db")
        TellingEmbedder(remote, told.append).documents(["a cat", "a dog", "a cat"])
    first, again = told
    assert (first.prompt, first.prompt_tokens, first.model) == ("embeddings", 4, "m")
    assert (first.paid, first.cached, again.cached) == (True, False, True)
    assert replace(first, seconds=0.0, cached=True) == replace(again, seconds=0.0)
    assert len(httpserver.log) == 1


def test_vectors_made_here_are_not_told() -> None:
    told: list[Event] = []
    vectors = TellingEmbedder(EmbeddedEmbedder(), told.append).documents(["a cat"])
    assert vectors.shape == (1, 384)
    assert told == []
