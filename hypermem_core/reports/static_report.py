"""A run as one HTML file: opens from disk with no network, runs nothing, prints in grey."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypermem_core import codec
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.evaluation.costs import money
from hypermem_core.evaluation.published import Published, published, published_f1
from hypermem_core.evaluation.report import summarise
from hypermem_core.evaluation.rows import load_rows
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.reports import run_card
from hypermem_core.reports.chart_file import chart_link
from hypermem_core.reports.document import Bar, bars, diamonds, document, folded, table, words
from hypermem_core.reports.question_evidence import grouped, question
from hypermem_core.reports.run_card import RunCard
from hypermem_core.settings import Settings, iter_knobs
from hypermem_core.store import Store
from hypermem_core.types import EvalRow

OFFLINE = "offline"


def static_report(store: Store, experiment: str, run: str, emit: Emit = ignore) -> bytes:
    """Return a run's report as an HTML file; `emit` hears of rows read and questions written.

    Raises:
        DataError: there is no such run, or it finished no question.
    """
    folder = store.run_folder(experiment, run)
    path = folder / "settings.json"
    rows = list(load_rows(folder, emit).values()) if path.exists() else []
    if not rows:
        raise DataError(
            f"Experiment {experiment!r} has no finished question of a run {run!r}.",
            f"Its runs: {', '.join(store.list_runs(experiment)) or 'none'}.",
        )
    about = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), path.name)
    mode = about.get("settings", {}).get("judge.adversarial", "exclude")
    summary = summarise(rows, mode)
    card = run_card.read(folder)
    title = f"{about['method']} · {run} · {experiment}"
    body = (
        _head(title, about, summary, card)
        + _scores(about, summary)
        + _retrieval(summary)
        + _losses(rows)
        + _published()
        + _questions(rows, _turns(store, experiment, about["method"], rows), emit)
        + _card(card, about)
    )
    return document(f"{title} · HyperMem Studio", body)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _spread(value: float | None, ends: Sequence[float] | None, n: int) -> str:
    if value is None or ends is None:
        return "not measured"
    return f"{_percent(value)} ({100 * ends[0]:.1f}–{100 * ends[1]:.1f}), n = {n:,}"


def _bar(name: str, value: float | None, ends: Sequence[float] | None, n: int) -> Bar:
    low, high = (ends[0], ends[1]) if ends else (None, None)
    return Bar(name, value or 0.0, _spread(value, ends, n), low, high)


def _head(title: str, about: dict[str, Any], summary: dict[str, Any], card: RunCard | None) -> str:
    asked = summary["asked"]
    when = card.created.replace("T", " ") if card else "date unknown"
    stopped = "" if card is None or card.finished else " The run was stopped before its end."
    lines = [
        f"<h1>{words(title)}</h1>",
        f'<p class="quiet">{words(when)} · {asked:,} question{"" if asked == 1 else "s"} · '
        f"answers: {words(about['llm'])} · judge: {words(about['judge_name'])}.{stopped}</p>",
    ]
    if OFFLINE in about["llm"] or OFFLINE in about["judge_name"]:
        lines.append(
            '<p class="note">Made <b>offline</b>, without a language model: '
            f"answers by {words(about['llm'])}, verdicts by {words(about['judge_name'])}. "
            "Not comparable with numbers that a language model answered or judged.</p>"
        )
    return "\n".join(lines) + "\n"


def _scores(about: dict[str, Any], summary: dict[str, Any]) -> str:
    parts = {**summary["by_category"], "overall": summary}
    budgets = list(summary["recall_at_budget"])
    heads = ("category", "n", "judge", "scored", "unscored", "F1", *(f"@{b}" for b in budgets))
    lines = [
        (
            name,
            part["questions"],
            _percent(part["judge"]),
            part["scored"],
            part["unscored"],
            _percent(part["f1"]),
            *(_percent(part["recall_at_budget"].get(budget)) for budget in budgets),
            part["recall_questions"],
        )
        for name, part in parts.items()
    ]
    judged = [
        _bar(name, part["judge"], part["judge_interval"], part["scored"])
        for name, part in parts.items()
        if part["scored"]
    ]
    title = f"Accuracy, {about['judge_name']}"
    chart = f"<h3>{words(title)}</h3>{_chart(title, judged)}" if judged else ""
    left = "" if summary["adversarial"] == "official" else " Overall leaves adversarial ones out."
    traps = summary["by_category"].get("adversarial", {}).get("scored", 0)
    left += f" Always abstaining would score all {traps:,} adversarial ones." if traps else ""
    return (
        f"<h2>Scores</h2>{chart}<h3>All numbers</h3>{table((*heads, 'n with evidence'), lines)}"
        f'<p class="quiet">Whiskers and brackets: 95 % intervals (Wilson). @1000: share of gold '
        f"turns inside 1,000 tokens.{left}</p>\n"
    )


def _retrieval(summary: dict[str, Any]) -> str:
    n, ends = summary["recall_questions"], summary["recall_interval"]
    if not n:
        return "<h2>Retrieval</h2><p>None of these questions has evidence to look for.</p>"
    budgets = [
        _bar(f"{int(name):,} tokens", value, ends[name], n)
        for name, value in summary["recall_at_budget"].items()
    ]
    stages = [
        Bar(name, value, f"{_percent(value)} of the gold turns")
        for name, value in summary["recall_by_stage"].items()
    ]
    inside, left = "Gold turns inside a context of n tokens", "Gold turns left after each stage"
    after = f"<h3>{left}</h3>{_chart(left, stages)}" if stages else ""
    return (
        f"<h2>Retrieval</h2><h3>{inside}</h3>{_chart(inside, budgets)}{after}"
        f'<p class="quiet">{summary["without_evidence"]:,} questions without usable evidence '
        "left out.</p>\n"
    )


def _losses(rows: Sequence[EvalRow]) -> str:
    groups = {name: len(found) for name, found in grouped(rows).items()}
    most = max(groups.values())
    drawn = [Bar(name, n, f"{n:,} of {len(rows):,} questions") for name, n in groups.items()]
    return f"<h2>Where answers were lost</h2>{_chart('Where answers were lost', drawn, most)}"


def _chart(title: str, drawn: Sequence[Bar], most: float = 1.0) -> str:
    return bars(drawn, most) + chart_link(title, drawn, most)


def _published() -> str:
    return (
        "<h2>Published, other models</h2><p class=note>From papers, not from this run: other "
        "models answered and judged. Kept apart; not to be read beside the numbers above.</p>"
        + "".join(_source(found) for found in (published(), published_f1()))
    )


def _source(found: Published) -> str:
    points = [(s.name, s.overall / 100, f"{s.overall:.1f} % overall") for s in found.systems]
    names = list(dict.fromkeys(str(c) for s in found.systems for c in s.by_category))
    lines = [
        (s.name, *(_of(s.by_category, name) for name in names), f"{s.overall:.1f}")
        for s in found.systems
    ]
    ends = [Bar(*point) for point in points]
    judge = f", judged by {found.judge}" if found.judge else ""
    said = f"{found.metric}; answered by {found.answered_by}{judge}"
    return (
        f"<h3>{words(found.source)}</h3><p class=quiet>{words(said)}.</p>{diamonds(points)}"
        + chart_link(f"Published, other models: {found.source}", ends, hollow=True)
        + folded("As a table, percent", table(("system", *names, "overall"), lines))
    )


def _of(values: Any, name: str) -> str:
    return f"{values[name]:.1f}" if name in values else "–"


def _turns(
    store: Store, experiment: str, method: str, rows: Sequence[EvalRow]
) -> dict[tuple[str, str], str]:
    """Return what was said in every turn the run's questions may name; none without a memory."""
    said: dict[tuple[str, str], str] = {}
    for name in sorted({row.conversation_id for row in rows}):
        try:
            chat = store.load_conversation(experiment, method, name)
        except (NotBuilt, DataError):
            continue
        said |= {(name, turn.id): f"{turn.speaker}: {turn.content}" for turn in chat.turns}
    return said


def _questions(
    rows: Sequence[EvalRow], turns: dict[tuple[str, str], str], emit: Emit = ignore
) -> str:
    parts: list[str] = []
    done = 0
    emit(StageStarted("questions", len(rows)))
    for name, found in grouped(rows).items():
        parts.append(f"<h3>{words(name)} ({len(found):,})</h3>")
        for row in found:
            parts.append(question(row, turns))
            done += 1
            emit(StageAdvanced("questions", done))
    emit(StageFinished("questions", 0.0))
    return f"<h2>Questions, by where they were lost</h2>{''.join(parts)}"


def _card(card: RunCard | None, about: dict[str, Any]) -> str:
    if card is None:
        values = table(("setting", "value"), sorted(about.get("settings", {}).items()))
        return (
            "<h2>Run card</h2><p>This run has none: it was made elsewhere, or by an older version. "
            f"What is known are its settings.</p>{folded('Settings', values)}"
        )
    default = {path: value for path, _, value, _ in iter_knobs(Settings())}
    moved = {
        k: v for k, v in card.settings.items() if codec.dumps(default.get(k)) != codec.dumps(v)
    }
    lines = [
        ("code", card.code),
        ("begun", card.created),
        ("finished", card.finished or "no"),
        ("questions", f"{card.questions:,}"),
        ("dataset", f"{card.dataset} ({', '.join(card.conversations)})"),
        *((f"model: {role}", name) for role, name in card.models.items()),
        *((f"tokens: {part}", f"{number:,}") for part, number in card.tokens.items()),
        ("cost", money(card.cost)),
        ("Python", card.python),
    ]
    return (
        f"<h2>Run card</h2>{table(('', ''), lines)}"
        + folded(
            f"Settings that differ from the defaults ({len(moved)})",
            table(("setting", "value"), sorted(moved.items())),
        )
        + folded("All settings", table(("setting", "value"), sorted(card.settings.items())))
        + folded("Packages", table(("package", "version"), sorted(card.packages.items())))
        + folded("Prompts", table(("prompt", "hash"), sorted(card.prompts.items())))
    )
