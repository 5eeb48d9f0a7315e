"""An official retrieval log → our trace, as far as it was logged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory
from hypermem_core.official.fields import number, rows, table, text
from hypermem_core.retrieval.index import index_of
from hypermem_core.types import Evidence, Ranked, Ranking, RetrievalTrace, StageRanking

CUT_IDS = 25  # characters of an episode's or a fact's id that the log keeps
LOGGED = 20  # places of a list below the topics that the log keeps
LAYERS = {"topic": "layer1_topic", "episode": "layer2_episode", "fact": "layer3_fact"}
LISTS = {"bm25": "bm25", "emb": "dense", "rrf": "rrf", "reranked": "rerank"}
NOTE = "Imported: the official log rounds scores to 3 decimals and keeps 20 places of a list."

QUESTION_TYPE = "Official question type: "


class TraceReader:
    """Reads the logs of one conversation."""

    def __init__(self, memory: Memory, findings: Findings) -> None:
        self._memory = memory
        self._index = index_of(memory)
        self._findings = findings
        self._heads: dict[str, list[str]] = defaultdict(list)
        for node_id in memory.graph.nodes:
            self._heads[node_id[:CUT_IDS]].append(node_id)

    def read(self, query: str, log: dict[str, Any]) -> RetrievalTrace:
        """Return the trace of a query: its lists, what each stage kept, the context's items."""
        stages: list[StageRanking] = []
        for name, key in LAYERS.items():
            if key in log:
                stages.append(self._stage(name, query, table(log[key]), stages))
        note = f"{QUESTION_TYPE}{text(table(log.get('config')).get('question_type'))}."
        notes = (NOTE, note) if stages else ("No retrieval was logged for this question.",)
        return RetrievalTrace("hypermem", query, tuple(stages), self._evidence(stages, log), notes)

    def _stage(
        self, name: str, query: str, layer: dict[str, Any], above: Sequence[StageRanking]
    ) -> StageRanking:
        candidates = self._candidates(name, above)
        rankings = [
            Ranking(ranker, self._items(layer[key], name))
            for key, ranker in LISTS.items()
            if key in layer
        ]
        final = self._items(layer.get("final"), name)
        connected = number(layer.get("connected_count"))
        if connected is not None and connected != len(candidates):
            what = f"{query}: {connected:.0f} {name}s were logged, the graph has {len(candidates)}"
            self._findings.add("candidates_that_differ", what)
        if max(len(candidates), len(final)) > LOGGED and name != "topic":
            self._findings.add("lists_cut_to_20", f"{query}: {name}")
        # What was kept is a list of its own where the logged ones stop before it does.
        if not rankings or not {one.node_id for one in final} <= _ids(rankings[-1]):
            rankings.append(Ranking("kept", final))
        return StageRanking(
            name, query, candidates, tuple(rankings), tuple(one.node_id for one in final)
        )

    def _candidates(self, name: str, above: Sequence[StageRanking]) -> tuple[str, ...]:
        if name == "topic" or not above:
            return self._index.ids(name)
        return self._index.below(above[-1].kept, name, also_loose=False)

    def _items(self, pairs: Any, kind: str) -> tuple[Ranked, ...]:
        found: dict[str, Ranked] = {}
        for pair in rows(pairs):
            both = rows(pair)
            score = number(both[1]) if len(both) == 2 else None
            node_id = self._whole_id(text(both[0]), kind) if both else ""
            if node_id and score is not None:
                found.setdefault(node_id, Ranked(node_id, score))
        if found:
            self._findings.add("lists_with_scores_rounded_to_3_decimals")
        return tuple(found.values())

    def _whole_id(self, logged: str, kind: str) -> str:
        graph = self._memory.graph
        if logged in graph.nodes:
            return logged
        fits = [one for one in self._heads.get(logged, ()) if graph.nodes[one].kind == kind]
        if len(fits) == 1:
            self._findings.add("ids_cut_to_25_characters", f"{logged} → {fits[0]}", "repaired")
            return fits[0]
        kind_of = "ambiguous_cut_ids" if fits else "ids_of_no_node"
        self._findings.add(kind_of, logged, "dropped")
        return ""

    def _evidence(
        self, stages: Sequence[StageRanking], log: dict[str, Any]
    ) -> tuple[Evidence, ...]:
        """Return what the official context held, in its order: topics, episodes, facts."""
        bits = text(table(log.get("config")).get("output_type")) or "011"
        shown = dict(zip(LAYERS, bits, strict=False))
        items: list[Evidence] = []
        for stage in stages:
            if shown.get(stage.stage) == "1":
                scores = {one.node_id: one.score for one in stage.rankings[-1].items}
                items += [self._index.evidence(one, scores.get(one, 0.0)) for one in stage.kept]
        return tuple(items)


def _ids(ranking: Ranking) -> set[str]:
    return {item.node_id for item in ranking.items}


def log_of(trace: RetrievalTrace, graph: Hypergraph, config: dict[str, Any]) -> dict[str, Any]:
    """Return a trace as the official log has it: scores rounded, ids cut, long lists cut."""
    log: dict[str, Any] = {"query": trace.query, "config": config}
    for stage in trace.stages:
        if stage.stage in LAYERS:
            log[LAYERS[stage.stage]] = _layer(stage, graph)
    return log


def _layer(stage: StageRanking, graph: Hypergraph) -> dict[str, Any]:
    topic = stage.stage == "topic"
    lists = {one.ranker: one for one in stage.rankings}
    layer: dict[str, Any] = {} if topic else {"connected_count": len(stage.candidates)}
    for key, ranker in LISTS.items():
        if ranker in lists:
            items = lists[ranker].items
            layer[key] = _pairs(items if topic else items[:LOGGED], topic)
    scores = {one.node_id: one.score for one in stage.rankings[-1].items} if stage.rankings else {}
    final = [Ranked(one, scores.get(one, 0.0)) for one in stage.kept]
    layer["pre_rerank"] = _pairs(final, topic)
    layer["final"] = _pairs(final, topic)
    name, attribute, length = {
        "topic": ("final_titles", "title", 60),
        "episode": ("final_subjects", "title", 50),
        "fact": ("final_contents", "text", 60),
    }[stage.stage]
    layer[name] = [getattr(graph.nodes[one], attribute)[:length] for one in stage.kept]
    return layer


def _pairs(items: Sequence[Ranked], whole: bool) -> list[list[Any]]:
    return [[one.node_id if whole else one.node_id[:CUT_IDS], round(one.score, 3)] for one in items]
