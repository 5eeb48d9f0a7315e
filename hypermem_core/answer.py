"""`answer`: evidence + question → Answer, the same for every method."""

from __future__ import annotations

import time
from collections.abc import Iterable

from hypermem_core.abstention import nothing_known
from hypermem_core.models import LLM
from hypermem_core.models.ask import ask
from hypermem_core.models.ledger import ledger, usage_of
from hypermem_core.replies import AnswerReply
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, Conversation, Evidence, RetrievalTrace


def fit(evidence: Iterable[Evidence], budget: int) -> tuple[Evidence, ...]:
    """Return the items, in order, that fit the budget of tokens; one too large is skipped.

    A date already in the context is not paid again: its items stand below one heading.
    """
    taken: list[Evidence] = []
    dates: set[str] = set()
    left = budget
    for item in evidence:
        cost = item.tokens - (item.date_tokens if item.date in dates else 0)
        if cost <= left:
            taken.append(item)
            dates.add(item.date)
            left -= cost
    return tuple(taken)


def answer(
    question: str,
    trace: RetrievalTrace,
    llm: LLM,
    settings: Settings,
    conversation: Conversation | None = None,
) -> Answer:
    """Return an answer from the evidence of a trace, with the turns it rests on.

    Raises:
        ReplyError: the model never answered in shape.
        ModelError: the model cannot be reached.
    """
    evidence = fit(trace.evidence, settings.answer.budget)
    if not evidence:
        return Answer(nothing_known(question), reasoning="There is no evidence.", made_by=llm.name)
    started = time.perf_counter()
    prompt = "shared/answer_brief" if settings.answer.style == "brief" else "shared/answer"
    with ledger() as calls:
        reply = ask(llm, prompt, AnswerReply, question=question, evidence=list(evidence))
    known = {turn_id for item in evidence for turn_id in item.turn_ids}
    if conversation is not None:
        known &= {turn.id for turn in conversation.turns}
    # A model may cite what it was not shown: such a citation opens nothing, so it is dropped.
    cited = tuple(dict.fromkeys(i for i in reply.turn_ids or () if i in known))
    return Answer(
        reply.answer.strip() or nothing_known(question),
        cited,
        reply.reasoning,
        llm.name,
        usage_of([call for call in calls if call.paid]),
        time.perf_counter() - started,
    )
