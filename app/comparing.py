"""Runs beside each other: the leaderboard's lines, and everything two runs differ in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.evaluating import Evaluated
from hypermem_core import codec
from hypermem_core.errors import HyperMemError
from hypermem_core.evaluation.compare import Metric, what_differs
from hypermem_core.evaluation.judge import LEXICAL
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.published import Published
from hypermem_core.evaluation.recall import BUDGETS
from hypermem_core.evaluation.report import summarise
from hypermem_core.reports.run_card import RunCard
from hypermem_core.reports.run_card import read as read_card
from hypermem_core.settings import Settings, iter_knobs
from hypermem_core.store import Store
from hypermem_core.types import EvalRow

METRICS: dict[Metric, str] = {
    "judge": "Accuracy (judge)",
    "f1": "F1, LoCoMo",
    "recall@500": "Recall @ 500",
    "recall@1000": "Recall @ 1,000",
    "recall@2000": "Recall @ 2,000",
    "recall@4000": "Recall @ 4,000",
}
# The sections of the settings a method reads; a knob it does not read cannot matter.
SECTIONS = {
    "hypermem": {"build", "retrieval"},
    "flat": {"retrieval"},
    "hingemem": {"hingemem"},
    "hgmem": {"hgmem"},
}
OFFLINE = "offline rules"
ALWAYS = {"models", "answer", "judge"}
GROUPS = ("method", "retrieval", "build", "models", "answering", "judging", "data", "code")


@dataclass(frozen=True, slots=True)
class Differs:
    """One thing that is not the same in two runs, with its value in each."""

    group: str
    name: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Side:
    """One run with what it was made with; `texts`: conversation id → hash of its turns.

    `card` is None for a run that was made without one.
    """

    run: Evaluated
    about: Mapping[str, Any]
    texts: Mapping[str, str]
    card: RunCard | None = None


def experiments(store: Store) -> list[str]:
    """Return the experiments that hold an evaluation, sorted."""
    return sorted(path.parent.name for path in store.root.glob("[!.]*/eval") if path.is_dir())


def about(folder: Path) -> dict[str, Any]:
    """Return a run's settings.json."""
    path = folder / "settings.json"
    found: dict[str, Any] = codec.loads(dict[str, Any], path.read_text("utf-8"), str(path))
    return found


def side(store: Store, experiment: str, run: Evaluated) -> Side:
    """Return a run with its settings and the fingerprints of the texts its memories hold."""
    texts: dict[str, str] = {}
    for name in {row.conversation_id for row in run.rows}:
        try:
            made = store.manifest(experiment, run.method, name).built_with
        except HyperMemError:  # the memory is gone: nothing to compare
            continue
        texts[name] = made.get("conversation", "")
    folder = store.run_folder(experiment, run.run)
    return Side(run, about(folder), texts, read_card(folder))


def line(experiment: str, run: Evaluated) -> dict[str, Any]:
    """Return a run as a line of the leaderboard; each judge has an accuracy column of its own."""
    scores = run.summary
    answers = [row.answer for row in run.rows if row.answer]
    calls = sum(answer.usage.calls for answer in answers)
    seconds = scores["seconds_per_query"]
    return {
        "method": run.method,
        "preset": run.preset,
        "experiment": experiment,
        "questions": scores["questions"],
        **{f"recall @ {b:,}": _percent(scores["recall_at_budget"].get(str(b))) for b in BUDGETS},
        f"accuracy · {run.judge}": _percent(scores["judge"]),
        "scored": scores["scored"],
        "F1": _percent(scores["f1"]),
        "tokens": scores["context_tokens"],
        "ms / query": None if seconds is None else 1000 * seconds,
        "calls / question": calls / len(answers) if answers else None,
        "model": run.llm,
        "judge": run.judge,
        "conversations": len({row.conversation_id for row in run.rows}),
        "when": run.when,
        "run": run.run,
    }


def published_lines(found: Published) -> list[dict[str, Any]]:
    """Return the published systems as lines of a table of their own."""
    return [
        {"system": s.name, **{str(k): v for k, v in s.by_category.items()}, "overall": s.overall}
        for s in found.systems
    ]


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def differences(first: Side, second: Side) -> tuple[Differs, ...]:
    """Return everything that differs and can matter, in the order of GROUPS."""
    found = [*_settings(first, second), *_card(first, second), *_data(first, second)]
    return tuple(sorted(found, key=lambda one: (GROUPS.index(one.group), one.name)))


def _settings(first: Side, second: Side) -> Iterable[Differs]:
    affects = {path: about.affects for path, about, _, _ in iter_knobs(Settings())}
    used = ALWAYS | (SECTIONS.get(first.run.method, set()) & SECTIONS.get(second.run.method, set()))
    a, b = _flat(first.about), _flat(second.about)
    for name in what_differs(first.about, second.about):
        section = name.split(".")[0]
        if "." in name and section not in used:
            continue
        yield Differs(_group(name, affects.get(name, "")), name, _said(a, name), _said(b, name))


def _card(first: Side, second: Side) -> Iterable[Differs]:
    """Yield what the cards tell apart: code, packages, the data, the prompts both runs used."""
    a, b = first.card, second.card
    if a is None or b is None:
        return
    if a.code != b.code:
        yield Differs("code", "code", a.code, b.code)
    for name, was, now in _changed(a.packages, b.packages):
        yield Differs("code", f"package {name}", was, now)
    if a.dataset != b.dataset:
        yield Differs("data", "dataset fingerprint", a.dataset[:8], b.dataset[:8])
    groups = _read_prompts(first, second)
    for name, was, now in _changed(a.prompts, b.prompts):
        if name.split("/")[0] in groups:
            yield Differs(groups[name.split("/")[0]], f"prompt {name}", was[:8], now[:8])


def _read_prompts(first: Side, second: Side) -> dict[str, str]:
    """Return the folders of prompts that both runs read, with their groups; rules read none."""
    groups = {}
    if OFFLINE not in (first.run.llm, second.run.llm):
        groups["shared"] = "answering"
        if first.run.method == second.run.method:
            groups[first.run.method] = "build"
    if LEXICAL not in first.run.judge and LEXICAL not in second.run.judge:
        groups["judges"] = "judging"
    return groups


def _changed(a: Mapping[str, str], b: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    for name in sorted(a.keys() | b.keys()):
        was, now = a.get(name, "none"), b.get(name, "none")
        if was != now:
            yield name, was, now


def _group(name: str, affects: str) -> str:
    named = {"method": "method", "llm": "models", "judge_name": "judging", "answers": "answering"}
    sections = {"models": "models", "answer": "answering", "judge": "judging"}
    section = name.split(".")[0]
    if name in named or section in sections:
        return named.get(name) or sections[section]
    return "build" if affects == "build" else "retrieval" if "." in name else "data"


def _flat(about: Mapping[str, Any]) -> dict[str, Any]:
    return {**about, **about.get("settings", {})}


def _said(values: Mapping[str, Any], name: str) -> str:
    return str(values[name]) if name in values else "not kept"


def _data(first: Side, second: Side) -> Iterable[Differs]:
    a, b = by_key(first.run.rows), by_key(second.run.rows)
    if a.keys() != b.keys():
        both = len(a.keys() & b.keys())
        yield Differs("data", "questions", f"{len(a):,}", f"{len(b):,}, {both:,} of them shared")
    kinds = [sorted({row.question.category or "none" for row in rows.values()}) for rows in (a, b)]
    if kinds[0] != kinds[1]:
        yield Differs("data", "categories", ", ".join(kinds[0]), ", ".join(kinds[1]))
    gold = sum(_gold(a[name]) != _gold(b[name]) for name in a.keys() & b.keys())
    if gold:
        yield Differs("data", "gold answers or evidence", "", f"{gold:,} questions differ")
    for name in sorted(first.texts.keys() & second.texts.keys()):
        if first.texts[name] != second.texts[name]:
            yield Differs("data", f"text of {name}", first.texts[name][:8], second.texts[name][:8])


def _gold(row: EvalRow) -> tuple[str, str, tuple[str, ...]]:
    return row.question.text, row.question.answer, row.question.evidence


def by_key(rows: Sequence[EvalRow]) -> dict[str, EvalRow]:
    """Return rows by their question."""
    return {key(row.conversation_id, row.question): row for row in rows}


def on_shared(runs: Mapping[str, Evaluated]) -> tuple[dict[str, dict[str, Any]], int]:
    """Return each run's scores over the questions that all of them asked, and how many."""
    tables = {name: by_key(run.rows) for name, run in runs.items()}
    first = next(iter(tables.values()), {})
    shared = [name for name in first if all(name in table for table in tables.values())]
    scores = {
        run: summarise([table[name] for name in shared]) for run, table in tables.items() if shared
    }
    return scores, len(shared)


def latest_by_method(runs: Sequence[Evaluated]) -> dict[str, Evaluated]:
    """Return the first run of each method, in the order given."""
    found: dict[str, Evaluated] = {}
    for run in runs:
        found.setdefault(run.method, run)
    return found
