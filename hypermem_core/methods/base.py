"""The protocol of a memory method: build a memory, retrieve from it."""

from __future__ import annotations

from typing import Protocol

from hypermem_core.events import Emit, ignore
from hypermem_core.memory import Memory
from hypermem_core.types import Conversation, RetrievalTrace


class MemoryMethod(Protocol):
    """Two verbs; implementations are frozen dataclasses of (settings, models)."""

    @property
    def name(self) -> str:
        """The key in `METHODS`."""
        ...

    @property
    def title(self) -> str:
        """The name people read."""
        ...

    @property
    def build_stages(self) -> tuple[str, ...]:
        """The stages a build emits, for progress bars."""
        ...

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages a trace may hold, coarse to fine."""
        ...

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        """Return the memory of a conversation, telling `emit` every step.

        Raises:
            ModelError: a model cannot be reached.
        """
        ...

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the evidence for a query and how it was found; the memory is not changed."""
        ...
