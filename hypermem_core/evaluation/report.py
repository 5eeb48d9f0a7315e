"""Rows → scores per category and overall, with denominators and intervals; as Markdown too."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from hypermem_core.evaluation.intervals import wilson
from hypermem_core.types import CATEGORY_ORDER, EvalRow

OTHER = "uncategorised"


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) if values else None


def _interval(values: Sequence[float]) -> list[float] | None:
    # For shares between 0 and 1 Wilson's interval is, if anything, too wide: a mean of such
    # values varies at most as much as a mean of zeros and ones.
    if not values:
        return None
    return [round(bound, 4) for bound in wilson(sum(values), len(values))]


def _by_name(
    rows: Sequence[EvalRow], pick: Callable[[EvalRow], dict[str, float]]
) -> dict[str, list[float]]:
    table: dict[str, list[float]] = {}
    for row in rows:
        for name, value in pick(row).items():
            table.setdefault(name, []).append(value)
    return table


def _judged(rows: Sequence[EvalRow]) -> dict[str, Any]:
    labels = [row.verdict.label for row in rows if row.verdict]
    scored = [float(label == "correct") for label in labels if label != "unscored"]
    return {
        "judge": _mean(scored),
        "judge_interval": _interval(scored),
        "correct": int(sum(scored)),
        "scored": len(scored),
        "unscored": len(labels) - len(scored),
    }


def _recalled(rows: Sequence[EvalRow]) -> dict[str, Any]:
    usable = [row for row in rows if row.recall is not None]
    budgets = _by_name(usable, lambda row: row.recall.at_budget if row.recall else {})
    stages = _by_name(usable, lambda row: row.recall.by_stage if row.recall else {})
    return {
        "recall_at_budget": {name: _mean(values) for name, values in budgets.items()},
        "recall_interval": {name: _interval(values) for name, values in budgets.items()},
        "recall_by_stage": {name: _mean(values) for name, values in stages.items()},
        "recall_questions": len(usable),
        "without_evidence": sum(row.recall is None and not row.error for row in rows),
    }


def block(rows: Sequence[EvalRow]) -> dict[str, Any]:
    """Return the scores of some rows, each with the number of questions it rests on."""
    f1s = [row.f1 for row in rows if row.f1 is not None]
    answers = [row.answer for row in rows if row.answer]
    asked = [row for row in rows if not row.error]
    return {
        "questions": len(rows),
        **_judged(rows),
        "f1": _mean(f1s),
        "f1_interval": _interval(f1s),
        "f1_questions": len(f1s),
        **_recalled(rows),
        "answer_words": _mean([len(answer.text.split()) for answer in answers]),
        "context_tokens": _mean([row.tokens or row.trace.tokens for row in asked]),
        "seconds_per_query": _mean([row.trace.seconds for row in asked]),
        "seconds_per_answer": _mean([answer.seconds for answer in answers]),
        "errors": sum(bool(row.error) for row in rows),
    }


def summarise(rows: Sequence[EvalRow], adversarial: str = "exclude") -> dict[str, Any]:
    """Return the overall scores, with the same for each category under `by_category`.

    In mode `exclude` adversarial questions appear in `by_category` only.
    """
    overall = [
        row for row in rows if adversarial == "official" or row.question.category != "adversarial"
    ]
    groups = {
        name: [row for row in rows if (row.question.category or OTHER) == name]
        for name in (*CATEGORY_ORDER, OTHER)
    }
    by_category = {name: block(group) for name, group in groups.items() if group}
    return {
        "asked": len(rows),
        "adversarial": adversarial,
        **block(overall),
        "by_category": by_category,
    }


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _spread(value: float | None, bounds: list[float] | None) -> str:
    if value is None or bounds is None:
        return "–"
    return f"{_percent(value)} ({_percent(bounds[0])}–{_percent(bounds[1])})"


def _plain(name: object) -> str:
    """Return a name that stays one cell and one line of plain text in Markdown."""
    return re.sub(r"([\\`*\[\]<|$&])", r"\\\1", " ".join(str(name).split()))


def _line(name: str, part: dict[str, Any]) -> str:
    budgets = [
        _spread(mean, part["recall_interval"][budget])
        for budget, mean in part["recall_at_budget"].items()
    ]
    cells = [
        name,
        str(part["questions"]),
        _spread(part["judge"], part["judge_interval"]),
        str(part["scored"]),
        str(part["unscored"]),
        _spread(part["f1"], part["f1_interval"]),
        *budgets,
        str(part["recall_questions"]),
    ]
    return f"| {' | '.join(cells)} |"


def markdown(summary: dict[str, Any]) -> str:
    """Return a summary as a Markdown page: scores, recall by stage, cost."""
    budgets = [f"recall@{budget}" for budget in summary["recall_at_budget"]]
    heads = [
        "category",
        "n",
        f"judge: {_plain(summary.get('judge_name', ''))}",
        "scored",
        "unscored",
    ]
    heads += ["F1", *budgets, "n with evidence"]
    words = summary["answer_words"]
    traps = summary["by_category"].get("adversarial", {}).get("scored", 0)
    lines = [
        f"# {_plain(summary.get('run', 'Evaluation'))}",
        "",
        f"Method: {_plain(summary.get('method', ''))}. Model: {_plain(summary.get('llm', ''))}.",
        f"Adversarial questions: {summary['adversarial']}. Percent, with 95 % intervals."
        + (" Always abstaining would score 100 on the adversarial ones." if traps else ""),
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(_line(name, part) for name, part in summary["by_category"].items()),
        _line("**overall**", summary),
        "",
        "| gold turns found in | % |",
        "|---|---|",
        *(f"| {_plain(name)} | {_percent(v)} |" for name, v in summary["recall_by_stage"].items()),
        "",
        f"Questions without usable evidence: {summary['without_evidence']}. "
        f"Mean context: {summary['context_tokens'] or 0:,.0f} tokens. "
        + (f"Mean answer: {words:,.1f} words. " if words is not None else "")
        + f"Seconds per query: {summary['seconds_per_query']}.",
    ]
    return "\n".join(lines) + "\n"
