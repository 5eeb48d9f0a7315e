"""Rows of an evaluation → official search results, logs, responses and judgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.context import context
from hypermem_core.official.messages import Messages
from hypermem_core.official.rankings import QUESTION_TYPE, log_of
from hypermem_core.types import CATEGORIES, Conversation, EvalRow, Question

NUMBERS = {name: number for number, name in CATEGORIES.items()}
LAYERS = ("topic", "episode", "fact")


class ResultFiles:
    """One conversation's rows in the official shapes."""

    def __init__(
        self,
        conversation: Conversation,
        graph: Hypergraph,
        messages: Messages,
        settings: Mapping[str, Any],
        findings: Findings,
    ) -> None:
        self._conversation, self._graph, self._messages = conversation, graph, messages
        self._settings, self._findings = settings, findings
        self._shown = [kind for kind in LAYERS if settings.get(f"retrieval.{kind}_context")]

    def searched(self, rows: Sequence[EvalRow]) -> list[dict[str, Any]]:
        """Return the rows of search_results.json; the official code leaves category 5 out."""
        return [self._searched(row) for row in rows]

    def _searched(self, row: EvalRow) -> dict[str, Any]:
        kept = {stage.stage: len(stage.kept) for stage in row.trace.stages}
        return {
            "query": row.question.text,
            "context": self._context(row),
            "hierarchical_results": {f"{kind}s_count": kept.get(kind, 0) for kind in LAYERS},
            "retrieval_log": log_of(row.trace, self._graph, self._config(row)),
            "original_qa": _question(row.question),
        }

    def _context(self, row: EvalRow) -> str:
        speakers = self._conversation.speakers
        return context(row.trace, self._graph, self._messages, speakers, self._shown)

    def _config(self, row: EvalRow) -> dict[str, Any]:
        said = (note for note in row.trace.notes if note.startswith(QUESTION_TYPE))
        kind = next(said, "").removeprefix(QUESTION_TYPE).rstrip(".")
        read = self._settings.get
        return {
            "question_type": kind or "default",
            "topic_top_k": read("retrieval.topic_k", 15),
            "episode_top_k": read("retrieval.episode_k", 20),
            "fact_top_k": read("retrieval.fact_k", 30),
            "initial_candidates": read("retrieval.pool", 100),
            "output_type": "".join(str(int(kind in self._shown)) for kind in LAYERS),
            "use_reranker": bool(read("retrieval.rerank_facts", False)),
            "retrieval_type": "rrf",
        }

    def responses(self, rows: Sequence[EvalRow]) -> list[dict[str, Any]]:
        """Return the rows of responses.json."""
        return [
            {
                "question": row.question.text,
                "answer": row.answer.text,
                "category": NUMBERS.get(row.question.category or "adversarial"),
                "golden_answer": row.question.answer,
                "search_context": self._context(row),
                "response_duration_ms": row.answer.seconds * 1000,
                "search_duration_ms": 0,
            }
            for row in rows
            if row.answer
        ]

    def judged(self, rows: Sequence[EvalRow]) -> list[dict[str, Any]]:
        """Return the rows of judged.json; an answer nobody could judge is left out, and said."""
        found = []
        for row in rows:
            votes = [
                vote for vote in (row.verdict.votes if row.verdict else ()) if vote != "unscored"
            ]
            if row.answer and votes:
                found.append(self._judged(row, row.answer.text, row.answer.seconds, votes))
            elif row.answer:
                self._findings.add("answers_without_judgement", row.question.text, "dropped")
        return found

    def _judged(
        self, row: EvalRow, answer: str, seconds: float, votes: Sequence[str]
    ) -> dict[str, Any]:
        return {
            "question": row.question.text,
            "answer": answer,
            "golden_answer": row.question.answer,
            "category": NUMBERS.get(row.question.category or "adversarial"),
            "llm_judgments": {f"judgment_{n}": v == "correct" for n, v in enumerate(votes, 1)},
            "nlp_metrics": {},
            "response_duration_ms": seconds * 1000,
            "search_duration_ms": 0,
            "total_duration_ms": seconds * 1000,
        }


def _question(question: Question) -> dict[str, Any]:
    return {
        "question": question.text,
        "answer": question.answer,
        "evidence": [*question.evidence, *question.unresolved],
        "category": NUMBERS.get(question.category or "adversarial"),
    }
