"""Explain: everything that gave one node its place at one stage of one question's retrieval."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.diagnosis.custody import place, step
from hypermem_core.diagnosis.fused_by_method import fused_by_method
from hypermem_core.diagnosis.fusion import FusedScore
from hypermem_core.diagnosis.list_sources import meaning_source, word_source
from hypermem_core.diagnosis.meaning import MeaningScore, meaning_score
from hypermem_core.diagnosis.words import WordScore, word_score
from hypermem_core.memory import Matrix, Memory
from hypermem_core.methods.hgmem.fragments import AROUND, ASKED, REMEMBERED, SPOKEN
from hypermem_core.methods.hypermem.retrieve import reranker_text
from hypermem_core.models import Models
from hypermem_core.retrieval.dense import unit
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.retrieval.text import dense_text
from hypermem_core.settings import Settings
from hypermem_core.types import Place, RetrievalTrace, StageRanking, Step

NOTES = {  # where a list comes from that is neither words nor one vector
    "parent": "1 / (RRF k + rank of its owner in the stage above)",
    "bm25-episode": "the BM25 score of the episode it stands in",
    "dense-episode": "the dense score of the episode it stands in",
    "blend": "z-scores of the reranked and the fused list, added",
    "final": "the list before, with the speaker, the neighbours and the episode counted in",
    "elements": "the elements of the plan that it holds, by their priority",
    "edge": "the score of the hyperedge that holds it",
    "salience": "Ω_S: the plan's elements it holds, by priority and salience",
    "topic": "Ω_T: added for a rare topic, taken for common ones only",
    "score": "ξ + Ω_S + Ω_T",
    "chunk": "the best score among the chunks it stands in",
    "sub-queries": "the best score for any sub-query of the rounds",
    "similarity": "ξ: nearness to the question, of its turns too or about the mean",
    "dense-window": "cosine with the turn or fact between its neighbours",
    "dense-context": "cosine with the fact after the question it replies to",
}
HGMEM_FINAL = (
    f"both + {AROUND} · z(chunk) + {ASKED} · sub-queries + {REMEMBERED} if a point rests on it "
    f"+ {SPOKEN} if the named speaker said it"
)


@dataclass(frozen=True, slots=True)
class ListScore:
    """A node's place in one list, and how its score there came about as far as it can be told."""

    place: Place
    words: WordScore | None = None
    meaning: MeaningScore | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """What a reranker reads of a node; `place` has rank 0 if it did not read it."""

    place: Place
    text: str
    model: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """One node at one stage: its step, every list, the fused sum, and the reranker's text."""

    stage: str
    node_id: str
    step: Step
    lists: tuple[ListScore, ...]
    fused: FusedScore | None
    read: Read | None


def explain(
    memory: Memory,
    trace: RetrievalTrace,
    settings: Settings,
    models: Models,
    stage_name: str,
    node_id: str,
) -> Explained:
    """Return how a node came to its place at a stage of an untrimmed trace.

    A node that was no candidate is scored all the same: its ranks are 0. What a method keeps to
    itself is described in a list's note instead of being recomputed.

    Raises:
        KeyError: the trace has no such stage, or the memory no such node.
    """
    index = index_of(memory)
    stage = trace.stage(stage_name)
    if stage is None:
        raise KeyError(stage_name)
    index.graph.nodes[node_id]  # noqa: B018  raises for a stranger
    vector = unit(models.embedder.query(trace.query))
    lists = tuple(
        _list_score(place(ranking, node_id), node_id, memory, index, trace.query, vector, settings)
        for ranking in stage.rankings
        if ranking.ranker not in ("rrf", "z-score", "rerank")
    )
    return Explained(
        stage_name,
        node_id,
        step(stage, frozenset((node_id,))),
        lists,
        fused_by_method(memory.method, trace, stage, node_id, index, vector, settings),
        _read(memory.method, index, stage, node_id, settings, models),
    )


def _list_score(
    found: Place,
    node_id: str,
    memory: Memory,
    index: MemoryIndex,
    query: str,
    vector: Matrix,
    settings: Settings,
) -> ListScore:
    words = word_source(memory.method, index, found.ranker, node_id, settings)
    if words is not None:
        return ListScore(found, words=word_score(query, words.texts, words.row, words.words))
    near = meaning_source(memory.method, index, found.ranker, node_id, settings)
    if near is not None:
        score = meaning_score(
            index.graph, index.vectors, vector, near.node_id, near.weight, near.how
        )
        return ListScore(found, meaning=score)
    hgmem = memory.method == "hgmem" and found.ranker == "final"
    return ListScore(found, note=HGMEM_FINAL if hgmem else NOTES.get(found.ranker, ""))


def _read(
    method: str,
    index: MemoryIndex,
    stage: StageRanking,
    node_id: str,
    settings: Settings,
    models: Models,
) -> Read | None:
    """Return what the reranker read, or would have read; None for a method that never asks one."""
    node = index.graph.nodes[node_id]
    if method == "hypermem":
        text = reranker_text(node, settings.retrieval)
    elif method == "flat":
        text = dense_text(node)
    else:
        return None
    model = models.reranker.name if models.reranker else "no reranker"
    ranking = next((one for one in stage.rankings if one.ranker == "rerank"), None)
    if ranking is None:
        return Read(Place("rerank", 0, 0.0, 0), text, model, "It did not run at this stage.")
    found = place(ranking, node_id)
    outside = "" if found.rank else f"It was not among the {found.of:,} texts read."
    return Read(found, text, model, ranking.note or outside)
