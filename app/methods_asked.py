"""One question put to every method: evidence, answer, calls, tokens and gold turns of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hypermem_core.answer import answer
from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.evaluation.recall import CARRIERS
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.ledger import ledger, usage_of
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, Conversation, RetrievalTrace, Usage


@dataclass(frozen=True, slots=True)
class MethodAsked:
    """What one method made of a question; an error leaves the rest as far as it came."""

    method: str
    trace: RetrievalTrace
    answer: Answer | None
    usage: Usage  # of retrieving and answering
    error: str = ""

    def found(self, gold: tuple[str, ...]) -> int:
        """Return how many gold turns the context carries."""
        carried = {t for i in self.trace.evidence if i.kind in CARRIERS for t in i.turn_ids}
        return sum(turn in carried for turn in set(gold))


def ask_all(
    memories: Mapping[str, Memory],
    conversation: Conversation,
    question: str,
    settings: Settings,
    models: Models,
) -> Callable[[Emit], tuple[MethodAsked, ...]]:
    """Return the asking of all methods as work for a job."""

    def run(emit: Emit) -> tuple[MethodAsked, ...]:
        emit(StageStarted("methods", len(memories)))
        found = []
        for name, memory in memories.items():
            found.append(_ask(name, memory, conversation, question, settings, models))
            emit(StageAdvanced("methods", len(found), name))
        emit(StageFinished("methods", 0.0))
        return tuple(found)

    return run


def _ask(
    name: str,
    memory: Memory,
    conversation: Conversation,
    question: str,
    settings: Settings,
    models: Models,
) -> MethodAsked:
    trace, given, error = RetrievalTrace(name, question, (), ()), None, ""
    with ledger() as calls:
        try:
            trace = create(name, settings, models).retrieve(memory, question)
            given = answer(question, trace, models.answerer, settings, conversation)
        except (ModelError, ReplyError) as failed:
            error = f"{failed.message} {failed.hint}"
    return MethodAsked(name, trace, given, usage_of([c for c in calls if c.key]), error)
