"""An embedder that tells what its vectors cost, in the same words however many were kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.events import Emit, ModelCalled
from hypermem_core.memory import Matrix
from hypermem_core.models import Embedder
from hypermem_core.models.files import count
from hypermem_core.models.ledger import ledger

BATCH = 64  # texts handed over at a time where the embedder does not say


@dataclass(frozen=True, slots=True)
class TellingEmbedder:
    """Another embedder; what it asks of an endpoint becomes an event, local vectors do not."""

    embedder: Embedder
    emit: Emit

    @property
    def name(self) -> str:
        """The name of the embedder behind it."""
        return self.embedder.name

    @property
    def at_once(self) -> int:
        """As many texts as the embedder behind it takes at a time."""
        return int(getattr(self.embedder, "at_once", BATCH))

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return what the embedder returns, and tell it.

        Tokens are counted here: how many requests there are, and what they report, depends on what
        was kept, and two equal builds tell the same.
        """
        with ledger() as calls:
            rows = self.embedder.documents(texts)
        remote = [call for call in calls if call.remote]
        if remote:
            tokens = sum(count(text) for text in dict.fromkeys(texts))
            seconds = sum(call.seconds for call in remote)
            cached = all(call.cached for call in remote)
            model = remote[0].model
            self.emit(
                ModelCalled("embeddings", tokens, 0, seconds, cached, model=model, remote=True)
            )
        return rows

    def query(self, text: str) -> Matrix:
        """Return what the embedder returns; a build asks no queries."""
        return self.embedder.query(text)
