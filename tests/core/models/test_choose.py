"""Every name of an embedder or a reranker leads to one, and a wrong name to a sentence."""

from dataclasses import replace
from pathlib import Path

import pytest

from hypermem_core.errors import ModelError, SettingsError
from hypermem_core.models import connect, slots_of, workers_of
from hypermem_core.models.choose import embedder_for, reranker_for
from hypermem_core.models.cross_encoder import CrossEncoderReranker
from hypermem_core.models.embedded import EmbeddedEmbedder, EmbeddedReranker
from hypermem_core.models.llm_reranker import LLMReranker
from hypermem_core.models.offline import OfflineRules
from hypermem_core.models.qwen_reranker import QwenReranker
from hypermem_core.models.remote_embedder import RemoteEmbedder
from hypermem_core.models.rerank_endpoint import RerankEndpoint
from hypermem_core.models.sentence_transformer import SentenceTransformerEmbedder
from hypermem_core.settings import ModelSettings, Settings

GPU = "http://gpu:8000/v1"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("bge-small-en-v1.5", EmbeddedEmbedder),
        ("all-MiniLM-L6-v2", SentenceTransformerEmbedder),
        ("st:Qwen/Qwen3-Embedding-0.6B", SentenceTransformerEmbedder),
        ("api:text-embedding-3-small", RemoteEmbedder),
    ],
)
def test_an_embedder_for_every_name(name: str, kind: type) -> None:
    found = embedder_for(ModelSettings(embedder=name))
    assert isinstance(found, kind)
    assert found.name.startswith(name)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("ms-marco-MiniLM-L-12-v2", EmbeddedReranker),
        ("st:/models/cross", CrossEncoderReranker),
        ("qwen3:Qwen/Qwen3-Reranker-4B", QwenReranker),
        ("rerank:jina-reranker-v2", RerankEndpoint),
        ("llm", LLMReranker),
    ],
)
def test_a_reranker_for_every_name(name: str, kind: type) -> None:
    settings = ModelSettings(reranker=name, reranker_base_url=GPU)
    assert isinstance(reranker_for(settings, OfflineRules()), kind)


def test_none_is_no_reranker() -> None:
    assert reranker_for(ModelSettings(reranker="none"), OfflineRules()) is None


@pytest.mark.parametrize("name", ["bge", "st:", "api:", "ST:x", ""])
def test_an_unknown_embedder_is_told_with_the_known(name: str) -> None:
    with pytest.raises(SettingsError, match="no embedder") as caught:
        embedder_for(ModelSettings(embedder=name))
    assert "api:<model>" in caught.value.hint


def test_an_unknown_reranker_and_one_without_an_address_are_told() -> None:
    with pytest.raises(SettingsError, match="no reranker 'cohere'"):
        reranker_for(ModelSettings(reranker="cohere"), OfflineRules())
    with pytest.raises(SettingsError, match="no address") as caught:
        reranker_for(ModelSettings(reranker="qwen3:m"), OfflineRules())
    assert "RERANKER_BASE_URL" in caught.value.hint
    with pytest.raises(ModelError, match="usable address"):
        embedder_for(ModelSettings(embedder="api:m", embedding_base_url="gpu"))


def test_the_chat_models_key_goes_only_to_its_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-chat")
    monkeypatch.setenv("MINE", "sk-mine")
    same = embedder_for(ModelSettings(embedder="api:m"))
    other = embedder_for(ModelSettings(embedder="api:m", embedding_base_url=GPU))
    named = embedder_for(
        ModelSettings(embedder="api:m", embedding_base_url=GPU, embedding_api_key_env="MINE")
    )
    assert isinstance(same, RemoteEmbedder)
    assert isinstance(other, RemoteEmbedder)
    assert isinstance(named, RemoteEmbedder)
    keys = [found.endpoint.transport.client.api_key for found in (same, other, named)]
    assert keys == ["sk-chat", "none", "sk-mine"]


def test_vectors_are_kept_in_the_file_given(tmp_path: Path) -> None:
    embedder_for(ModelSettings(embedder="api:m"), tmp_path / "vectors.db")
    assert (tmp_path / "vectors.db").exists()


def test_a_quarter_more_threads_than_slots_wait_with_their_request_ready() -> None:
    slots = Settings(models=ModelSettings(llm="m", base_url="http://127.0.0.1:9", concurrency=8))
    assert (slots_of(connect(slots).llm), workers_of(connect(slots).llm)) == (8, 10)
    alone = replace(slots, models=replace(slots.models, concurrency=1))
    assert workers_of(connect(alone).llm) == workers_of(connect(Settings()).llm) == 1
