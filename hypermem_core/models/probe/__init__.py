"""Test connection: which steps to a chosen model work, and what to do about the first that fails.

Every probe asks for as little as shows that the model can be used; nothing it asks is kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from hypermem_core.models.probe.chat import probe_chat
from hypermem_core.models.probe.embedder import probe_embedder
from hypermem_core.models.probe.reranker import probe_reranker
from hypermem_core.models.probe.steps import Probe as Probe
from hypermem_core.models.probe.steps import Step as Step
from hypermem_core.models.profile import Target
from hypermem_core.settings import Settings


def probe(
    settings: Settings, target: Target = "extraction", keys: Mapping[str, str] | None = None
) -> Probe:
    """Return which steps to the chat model of a role, to the embedder or to the reranker work."""
    if target == "embedder":
        return probe_embedder(settings, keys)
    if target == "reranker":
        return probe_reranker(settings, keys)
    return probe_chat(settings, target, keys)
