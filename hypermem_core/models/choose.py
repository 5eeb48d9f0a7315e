"""From a name in the settings to an embedder or a reranker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hypermem_core.errors import SettingsError
from hypermem_core.models import LLM, Embedder, Reranker
from hypermem_core.models.throttle import Gates
from hypermem_core.settings import ModelSettings

if TYPE_CHECKING:
    from hypermem_core.models.endpoint import Endpoint

BGE, MINILM, MARCO = "bge-small-en-v1.5", "all-MiniLM-L6-v2", "ms-marco-MiniLM-L-12-v2"


def embedder_for(
    settings: ModelSettings, vectors: Path | None = None, gates: Gates | None = None
) -> Embedder:
    """Return the embedder of that name; `vectors` is the file that keeps what was paid for.

    `gates` hold the limits of the endpoints that other models are asked at too.

    Raises:
        SettingsError: there is no such embedder.
        ModelError: its endpoint has no usable address.
    """
    kind, _, source = settings.embedder.partition(":")
    if settings.embedder == BGE:
        from hypermem_core.models.embedded import EmbeddedEmbedder

        return EmbeddedEmbedder()
    if settings.embedder == MINILM or (kind == "st" and source):
        from hypermem_core.models.sentence_transformer import SentenceTransformerEmbedder

        return SentenceTransformerEmbedder(settings.embedder, source)
    if kind == "api" and source:
        from hypermem_core.models.remote_embedder import RemoteEmbedder
        from hypermem_core.models.vector_cache import VectorCache

        folder = vectors.parent if vectors else None
        endpoint = _endpoint(settings, source, *_embedding_place(settings), gates, folder)
        kept = VectorCache(vectors) if vectors else None
        return RemoteEmbedder(settings.embedder, endpoint, kept, settings.concurrency)
    raise SettingsError(
        f"There is no embedder {settings.embedder!r}.",
        f"Choose {BGE}, {MINILM}, st:<model or folder> or api:<model>.",
    )


def _embedding_place(settings: ModelSettings) -> tuple[str, str]:
    """Return the address and the key's variable; the chat model's key never goes elsewhere."""
    if settings.embedding_base_url:
        return settings.embedding_base_url, settings.embedding_api_key_env
    return settings.base_url, settings.embedding_api_key_env or settings.api_key_env


def reranker_for(
    settings: ModelSettings, llm: LLM, folder: Path | None = None, gates: Gates | None = None
) -> Reranker | None:
    """Return the reranker of that name, None for `none`; `llm` is used by `llm`.

    `folder` may hold a prices.json; `gates` are the limits of the endpoints.

    Raises:
        SettingsError: there is no such reranker.
        ModelError: its endpoint has no usable address.
    """
    kind, _, source = settings.reranker.partition(":")
    if settings.reranker == "none":
        return None
    if settings.reranker == MARCO:
        from hypermem_core.models.embedded import EmbeddedReranker

        return EmbeddedReranker()
    if settings.reranker == "llm":
        from hypermem_core.models.llm_reranker import LLMReranker

        return LLMReranker(llm, settings.concurrency)
    if kind == "st" and source:
        from hypermem_core.models.cross_encoder import CrossEncoderReranker

        return CrossEncoderReranker(settings.reranker, source)
    if kind in {"qwen3", "rerank"} and source:
        return _remote(settings, kind, source, folder, gates)
    raise SettingsError(
        f"There is no reranker {settings.reranker!r}.",
        f"Choose {MARCO}, st:<model or folder>, qwen3:<model>, rerank:<model>, llm or none.",
    )


def _remote(
    settings: ModelSettings, kind: str, model: str, folder: Path | None, gates: Gates | None
) -> Reranker:
    from hypermem_core.models.qwen_reranker import QwenReranker
    from hypermem_core.models.rerank_endpoint import RerankEndpoint

    url, key_name = settings.reranker_base_url, settings.reranker_api_key_env
    if not url:
        raise SettingsError(
            f"The reranker {settings.reranker} has no address.",
            "Set models.reranker_base_url (or RERANKER_BASE_URL).",
        )
    endpoint = replace(_endpoint(settings, model, url, key_name, gates, folder), optional=True)
    if kind == "qwen3":
        return QwenReranker(settings.reranker, endpoint, settings.concurrency)
    return RerankEndpoint(settings.reranker, endpoint)


def _endpoint(
    settings: ModelSettings,
    model: str,
    url: str,
    key_name: str,
    gates: Gates | None,
    folder: Path | None,
) -> Endpoint:
    """Return an endpoint with the settings' limits, behind the gate of its address."""
    from hypermem_core.models.endpoint import Endpoint, base_of
    from hypermem_core.models.prices import load_prices

    gates = gates if gates is not None else Gates.of(settings)
    return Endpoint.at(
        model,
        url,
        key_name,
        settings.tries,
        backoff=settings.backoff_seconds,
        timeout=settings.timeout_seconds,
        throttle=gates.before(base_of(url)),
        prices=load_prices(folder).at(url),
    )
