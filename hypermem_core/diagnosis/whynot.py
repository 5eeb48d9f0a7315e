"""Why not X? Where a node or turn stood at every stage, what cut it, and the smallest cure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hypermem_core.answer import fit
from hypermem_core.diagnosis.custody import cut_step, step
from hypermem_core.diagnosis.fusion import FUSED
from hypermem_core.diagnosis.smallest import Cure, Knobs, change, smallest
from hypermem_core.errors import SettingsError
from hypermem_core.evaluation.recall import CARRIERS
from hypermem_core.memory import Memory
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.settings import Settings, iter_knobs, with_value
from hypermem_core.types import Evidence, RetrievalTrace, Step

KNOBS = {  # method → the name of a limit in a trace → the knob that sets it
    "hypermem": {
        "k_T": "retrieval.topic_k",
        "k_E": "retrieval.episode_k",
        "k_F": "retrieval.fact_k",
        "pool": "retrieval.pool",
    },
    "flat": {"k": "retrieval.fact_k"},
    "hingemem": {"semantic k": "hingemem.semantic_k", "k": "hingemem.top_k"},
    "hgmem": {"k": "hgmem.fragment_k"},
}
STAGE_SWITCH = {"topic": "retrieval.topic_stage", "episode": "retrieval.episode_stage"}
RRF_K = (1, 5, 10, 20, 40, 60, 100, 150)
RATIOS = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
TRIED: dict[str, dict[str, tuple[Any, ...]]] = {  # other knobs that move ranks, values to try
    "hypermem": {
        "retrieval.propagation": (0.0, 0.25, 0.5, 0.75, 1.0, 1.5),
        "retrieval.rrf_k": RRF_K,
        "retrieval.dense_weight": (0.0, 0.5, 1.0, 2.0, 3.0, 5.0),
        "retrieval.fusion": ("rrf", "z-score"),
    },
    "flat": {"retrieval.rrf_k": RRF_K},
    "hingemem": {
        "hingemem.recall_ratio": RATIOS,
        "hingemem.precision_ratio": RATIOS,
        "hingemem.judgment_ratio": RATIOS,
        "hingemem.salience_scale": (0.0, 0.1, 0.5, 1.0, 2.0),
        "hingemem.topic_weight": (0.0, 0.05, 0.2, 0.5, 1.0),
        "hingemem.similarity": ("description", "closest"),
    },
    "hgmem": {
        "hgmem.fragment_k": (150, 200, 250, 300, 400, 500),
        "hgmem.chunk_k": (10, 15, 20, 40, 100),
        "hgmem.entity_k": (20, 30, 40, 60, 100),
        "hgmem.relation_k": (5, 10, 20, 50, 100),
        "hgmem.cosine_floor": (0.0, 0.1),
    },
}

Retrieve = Callable[[Settings], RetrievalTrace]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What became of the target; `cure` is None if it was kept or no single knob keeps it."""

    target: str
    steps: tuple[Step, ...]
    cut_at: str  # the stage, `context`, or "" if it is in the context
    limit: str
    cure: Cure | None
    tried: int = 0  # reruns made to find the cure


def why_not(memory: Memory, target: str, settings: Settings, retrieve: Retrieve) -> WhyNot:
    """Explain why a topic, episode, fact or turn is not in the context, and find the cure.

    `retrieve` reruns the question with other settings; every cure offered was tried with it.

    Raises:
        KeyError: the memory has neither a node nor a turn of that id.
    """
    index = index_of(memory)
    path = path_of(index, target)
    trace = retrieve(settings)
    found = _standing(target, _seen(trace, path, index, settings))
    if not found.cut_at:
        return found
    knobs = {name: (about, value) for name, about, value, _ in iter_knobs(settings)}
    tried = 0

    def keeps(name: str, value: Any) -> bool:
        nonlocal tried
        tried += 1
        try:
            changed = with_value(settings, name, value)
        except SettingsError:  # out of the knob's range: no cure
            return False
        return not _seen(retrieve(changed), path, index, changed)[1]

    possible = _candidates(memory.method, found, trace, path, knobs)
    for cure in sorted(possible, key=lambda c: c.size):
        if keeps(cure.path, cure.new):
            others = TRIED.get(memory.method, {}) if found.cut_at != "context" else {}
            cure = smallest(cure, others, knobs, keeps)
            return replace(found, cure=cure, tried=tried)
    return replace(found, tried=tried)


def where(memory: Memory, target: str, trace: RetrievalTrace, settings: Settings) -> WhyNot:
    """Return where a target stood in an untrimmed trace and what cut it; no cure is looked for.

    Raises:
        KeyError: the memory has neither a node nor a turn of that id.
    """
    index = index_of(memory)
    return _standing(target, _seen(trace, path_of(index, target), index, settings))


def _standing(target: str, seen: tuple[tuple[Step, ...], str, str]) -> WhyNot:
    steps, cut_at, limit = seen
    return WhyNot(target, steps, cut_at, limit, None)


def path_of(index: MemoryIndex, target: str) -> frozenset[str]:
    """Return the nodes of a target, a node or a turn, and everything above them.

    Raises:
        KeyError: the memory has neither.
    """
    if target in index.graph.nodes:
        nodes = {target}
    elif target in index.holders:
        nodes = set(index.holders[target])
    else:
        raise KeyError(target)
    above = set(nodes)
    while above:
        above = {owner for node_id in above for owner in index.owners.get(node_id, ())} - nodes
        nodes |= above
    return frozenset(nodes)


def _seen(
    trace: RetrievalTrace, path: frozenset[str], index: MemoryIndex, settings: Settings
) -> tuple[tuple[Step, ...], str, str]:
    """Return the steps down to the target, where it was cut (or "") and by which limit."""
    kinds = {index.graph.nodes[node_id].kind for node_id in path}
    steps: list[Step] = []
    for stage in trace.stages:
        of = {index.graph.nodes[node_id].kind for node_id in stage.candidates[:1]}
        if of and not of & kinds:
            continue
        steps.append(step(stage, path))
    items = [item for item in trace.evidence if item.kind in CARRIERS]
    if any(item.node_id in path for item in fit(items, settings.answer.budget)):
        return tuple(steps), "", ""
    cut = cut_step(steps)
    if cut is not None:
        return tuple(steps[: steps.index(cut) + 1]), cut.stage, cut.limit
    if not kinds & CARRIERS:  # a topic or an episode: kept at its stage is all it can be
        return tuple(steps), "", ""
    return tuple(steps), "context", f"budget = {settings.answer.budget}"


def _candidates(
    method: str,
    found: WhyNot,
    trace: RetrievalTrace,
    path: frozenset[str],
    knobs: Knobs,
) -> Iterator[Cure]:
    def cure(name: str, new: Any) -> Iterator[Cure]:
        if new != knobs[name][1]:
            yield change(name, new, knobs)

    if found.cut_at == "context":
        yield from cure("answer.budget", _budget(trace.evidence, path))
        return
    last = found.steps[-1]
    name = KNOBS.get(method, {}).get(last.limit.split(" = ")[0], "")
    needs = last.needs or max((p.rank for p in last.places if p.ranker in FUSED), default=0)
    if name and needs:
        yield from cure(name, needs)
    if method == "hypermem" and found.cut_at in STAGE_SWITCH:
        yield from cure(STAGE_SWITCH[found.cut_at], False)
    for name, values in TRIED.get(method, {}).items():
        for value in values:
            yield from cure(name, value)


def _budget(evidence: tuple[Evidence, ...], path: frozenset[str]) -> int:
    """Return the tokens of the context up to the target's first item, in steps of the knob."""
    items: list[Evidence] = []
    for item in evidence:
        if item.kind in CARRIERS:
            items.append(item)
            if item.node_id in path:
                break
    tokens = RetrievalTrace("", "", (), tuple(items)).tokens
    return -(-tokens // 100) * 100
