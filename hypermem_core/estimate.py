"""Estimates before a run: calls, tokens, cost and time, from the same pipeline on offline rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from hypermem_core.answer import answer
from hypermem_core.evaluation.judge import judge
from hypermem_core.evaluation.run import select
from hypermem_core.events import Emit, Event, StageStarted, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import LLM, Models, slots_of
from hypermem_core.models.chat import ChatModel
from hypermem_core.models.counting import WIDTH, CountingEmbedder, CountingRules
from hypermem_core.models.ledger import Call, ledger
from hypermem_core.models.llm_reranker import LLMReranker
from hypermem_core.models.qwen_reranker import QwenReranker
from hypermem_core.models.remote_embedder import RemoteEmbedder
from hypermem_core.models.rerank_endpoint import RerankEndpoint
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, Category, Conversation

SPEED, START = 60.0, 0.7  # tokens a second a hosted model writes; seconds until it begins


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would take; `kept` of its calls are answered already and cost nothing."""

    calls: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0  # dollars; None: a price is unknown
    seconds: float = 0.0
    by_prompt: tuple[tuple[str, int, int], ...] = ()  # name, calls, prompt tokens


class _Enough(Exception):  # noqa: N818 - never leaves this file
    """Everything that asks the chat model is done."""


def estimate_build(
    conversation: Conversation,
    method_name: str,
    settings: Settings,
    models: Models,
    emit: Emit = ignore,
) -> Estimate:
    """Return what building this memory would take, the kept replies left out of tokens and cost."""

    def listen(event: Event) -> None:
        emit(event)
        if isinstance(event, StageStarted) and event.stage == "vectors":
            raise _Enough  # embedding every node takes longest and asks no chat model

    with ledger() as calls, suppress(_Enough):
        create(method_name, settings, _counted(models)).build(conversation, listen)
    return _estimate(calls, slots_of(models.llm))


def dry_memory(
    conversation: Conversation, method_name: str, settings: Settings, models: Models
) -> Memory:
    """Return a memory by rules and hashed words, to estimate an evaluation before a build."""
    name = models.embedder.name
    rough = replace(_counted(models), embedder=CountingEmbedder(name))
    return create(method_name, settings, rough).build(conversation)


def estimate_evaluation(
    conversations: Sequence[Conversation],
    memories: Mapping[str, Memory],
    method_name: str,
    settings: Settings,
    models: Models,
    *,
    categories: Sequence[Category] | None = None,
    limit: int | None = None,
    sample: int = 40,
) -> Estimate:
    """Return what answering and judging would take, from a sample spread over the questions."""
    pairs = select(conversations, settings, categories, limit)
    step = max(len(pairs) // sample, 1)
    shown = [pair for pair in pairs[::step] if pair[0].id in memories]
    with ledger() as calls:
        for conversation, question in shown:
            memory = memories[conversation.id]
            counted = _counted(models, memory)
            trace = create(method_name, settings, counted).retrieve(memory, question.text)
            given = answer(question.text, trace, counted.answerer, settings, conversation)
            if question.category != "adversarial":
                judge(question, Answer(given.text), counted.judging, settings)
    workers = slots_of(models.answerer)
    return _scaled(_estimate(calls, workers), len(pairs) / max(len(shown), 1))


def total(parts: Sequence[Estimate]) -> Estimate:
    """Return what several runs take one after the other."""
    prompts: dict[str, tuple[int, int]] = {}
    for name, calls, tokens in (row for part in parts for row in part.by_prompt):
        before = prompts.get(name, (0, 0))
        prompts[name] = (before[0] + calls, before[1] + tokens)
    costs = [part.cost for part in parts]
    return Estimate(
        sum(part.calls for part in parts),
        sum(part.kept for part in parts),
        sum(part.prompt_tokens for part in parts),
        sum(part.completion_tokens for part in parts),
        None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        round(sum(part.seconds for part in parts), 1),
        tuple((name, *numbers) for name, numbers in sorted(prompts.items())),
    )


def _counted(models: Models, memory: Memory | None = None) -> Models:
    """Return models that call nobody and cost nothing, but count."""

    def counting(llm: LLM) -> LLM:
        return CountingRules(llm) if isinstance(llm, ChatModel) else llm

    reranker = models.reranker
    if isinstance(reranker, LLMReranker):
        reranker = replace(reranker, llm=counting(reranker.llm))
    elif isinstance(reranker, QwenReranker | RerankEndpoint):
        reranker = None
    embedder, dry = models.embedder, memory is not None and memory.vectors.matrix.shape[1] == WIDTH
    if isinstance(embedder, RemoteEmbedder) or dry:
        width = memory.vectors.matrix.shape[1] if memory and memory.vectors.ids else WIDTH
        embedder = CountingEmbedder(embedder.name, width)
    return replace(
        models,
        llm=counting(models.llm),
        embedder=embedder,
        reranker=reranker,
        answer_llm=counting(models.answerer),
        judge_llm=counting(models.judging),
    )


def _estimate(calls: Sequence[Call], workers: int) -> Estimate:
    asked = list({call.key: call for call in calls if call.key}.values())
    new = [call for call in asked if not call.cached]
    costs = [call.cost for call in new]
    prompts: dict[str, tuple[int, int]] = {}
    for call in new:
        number, tokens = prompts.get(call.prompt, (0, 0))
        prompts[call.prompt] = (number + 1, tokens + call.prompt_tokens)
    said = sum(call.completion_tokens for call in new)
    in_turn = sum(call.prompt.startswith("hypermem/topic_") for call in new)  # one after another
    share = max((len(new) - in_turn) / max(workers, 1) + in_turn, 1 if new else 0)
    mean = START + said / len(new) / SPEED if new else 0.0
    return Estimate(
        len(asked),
        len(asked) - len(new),
        sum(call.prompt_tokens for call in new),
        said,
        None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        round(share * mean, 1),
        tuple((name, *numbers) for name, numbers in sorted(prompts.items())),
    )


def _scaled(found: Estimate, by: float) -> Estimate:
    return Estimate(
        round(found.calls * by),
        round(found.kept * by),
        round(found.prompt_tokens * by),
        round(found.completion_tokens * by),
        None if found.cost is None else round(found.cost * by, 6),
        round(found.seconds * by, 1),
        tuple((n, round(c * by), round(t * by)) for n, c, t in found.by_prompt),
    )
