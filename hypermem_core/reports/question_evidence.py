"""One question of a run as HTML: answer, verdict, the way of its gold turns, what was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hypermem_core.diagnosis.loss import stage_order
from hypermem_core.reports.document import folded, table, words
from hypermem_core.types import EvalRow, Evidence
from hypermem_core.types.diagnosis import FOUND

MARKS = {"correct": "✓", "wrong": "✗", "unscored": "–"}
MOST_ITEMS = 10  # of the context; what carries a gold turn is listed wherever it stands
MOST_SIGNS = 600
UNKNOWN = "not diagnosed"

Turns = Mapping[tuple[str, str], str]  # (conversation, turn id) → `Mara: …`


def grouped(rows: Sequence[EvalRow]) -> dict[str, list[EvalRow]]:
    """Return the rows by stage of loss, in the order a turn passes the stages, found last."""
    groups: dict[str, list[EvalRow]] = {}
    for row in rows:
        groups.setdefault(row.custody.loss if row.custody else UNKNOWN, []).append(row)
    known = (*stage_order(_stages(rows)), FOUND, UNKNOWN)
    names = [name for name in known if name in groups]
    return {name: groups[name] for name in (*(n for n in groups if n not in known), *names)}


def _stages(rows: Iterable[EvalRow]) -> tuple[str, ...]:
    """Return the method's stages as the longest chain of custody names them."""
    chains = (turn.steps for row in rows if row.custody for turn in row.custody.turns)
    return tuple(step.stage for step in max(chains, key=len, default=()))


def question(row: EvalRow, turns: Turns) -> str:
    """Return one question, folded: its line is mark, category, words."""
    mark = MARKS[row.verdict.label] if row.verdict else ""
    title = " · ".join(part for part in (mark, row.question.category or "", _short(row)) if part)
    return folded(title, _facts(row) + _gold(row, turns) + _context(row))


def _short(row: EvalRow) -> str:
    return cut(" ".join(row.question.text.split()), 300)


def cut(text: str, most: int = MOST_SIGNS) -> str:
    """Return a text cut to so many signs, and say that it was."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} signs)"


def _facts(row: EvalRow) -> str:
    gold = row.question.answer or f"none (tempting: {row.question.adversarial_answer})"
    found = row.recall.at_budget if row.recall else {}
    lines = [
        ("question", cut(row.question.text)),
        ("gold answer", cut(gold)),
        ("answer", cut(row.answer.text) if row.answer else row.error or "none asked for"),
        ("verdict", _verdict(row)),
        ("F1", "–" if row.f1 is None else f"{row.f1:.2f}"),
        ("gold turns found", ", ".join(f"{v:.0%} in {int(k):,} tokens" for k, v in found.items())),
        ("stage of loss", f"{row.custody.loss}. {row.custody.why}" if row.custody else UNKNOWN),
        ("marks", ", ".join(row.custody.badges) if row.custody else ""),
        ("conversation", row.conversation_id),
    ]
    return table(("", ""), [line for line in lines if line[1]])


def _verdict(row: EvalRow) -> str:
    if row.verdict is None:
        return ""
    return f"{row.verdict.label} ({row.verdict.judge}). {cut(row.verdict.reason)}".strip()


def _gold(row: EvalRow, turns: Turns) -> str:
    if row.custody is None or not row.custody.turns:
        return "<p>No gold turn of this question is in the conversation.</p>"
    lines = [
        (
            "☆" if way.lost_at else "★",
            way.turn_id,
            cut(turns.get((row.conversation_id, way.turn_id), "")),
            way.lost_at or f"item {way.position} of the context",
            ", ".join(way.carriers[:3]) or "stated by nothing",
        )
        for way in row.custody.turns
    ]
    return "<h3>Gold turns</h3>" + table(("", "turn", "what was said", "came to", "by"), lines)


def _context(row: EvalRow) -> str:
    wanted = set(row.question.evidence)
    shown = [
        (number, item)
        for number, item in enumerate(row.trace.evidence, 1)
        if number <= MOST_ITEMS or wanted & set(item.turn_ids)
    ]
    if not shown:
        return "<p>The context was empty.</p>"
    lines = "".join(_item(number, item, wanted) for number, item in shown)
    count = f"{len(shown)} of {len(row.trace.evidence)} items, {row.tokens or row.trace.tokens:,} "
    return f'<h3>Context</h3><p class="quiet">{count}tokens</p><ol>{lines}</ol>'


def _item(number: int, item: Evidence, wanted: set[str]) -> str:
    star = "★ " if wanted & set(item.turn_ids) else ""
    ids = words(" ".join(item.turn_ids[:8]))
    return f'<li value="{number}">{star}{words(cut(item.text))} <code>{ids}</code></li>\n'
