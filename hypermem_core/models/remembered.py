"""An embedder that remembers query vectors: what-if asks the same question a hundred times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypermem_core.memory import Matrix
from hypermem_core.models import Embedder, Models


@dataclass(frozen=True, slots=True)
class RememberedQueries:
    """Another embedder, each query embedded once as long as this object lives."""

    embedder: Embedder
    kept: dict[str, Matrix] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The name of the embedder behind it."""
        return self.embedder.name

    def documents(self, texts: Sequence[str]) -> Matrix:
        """Return what the embedder returns; documents are not remembered."""
        return self.embedder.documents(texts)

    def query(self, text: str) -> Matrix:
        """Return the query's vector, from memory if it was asked before."""
        if text not in self.kept:
            self.kept[text] = self.embedder.query(text)
        return self.kept[text]


def remembering(models: Models) -> Models:
    """Return the same models with an embedder that remembers queries."""
    if isinstance(models.embedder, RememberedQueries):
        return models
    return replace(models, embedder=RememberedQueries(models.embedder))
