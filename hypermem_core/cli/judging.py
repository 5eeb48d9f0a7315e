"""The command that judges a run's saved answers again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.cli.arguments import chosen_settings
from hypermem_core.errors import DataError
from hypermem_core.evaluation.disputes import disputes, gold_folder, kept_audit
from hypermem_core.evaluation.gold import GoldAudit, merged, read_audit
from hypermem_core.evaluation.judge import judge_name
from hypermem_core.evaluation.own_verdicts import own_verdicts
from hypermem_core.evaluation.panel import ceilings_of, panel, whole
from hypermem_core.evaluation.panel_scores import ScoreLine, score_lines
from hypermem_core.evaluation.rejudge import judgements, rejudge, with_judge
from hypermem_core.evaluation.rows import load_brief
from hypermem_core.events import Emit
from hypermem_core.models import connect
from hypermem_core.store import Store
from hypermem_core.types import EvalRow


def judged(args: argparse.Namespace, store: Store, emit: Emit) -> tuple[dict[str, Any], str]:
    """Judge a run again; return the scores with ceilings and baseline, as data and as text."""
    settings = chosen_settings(args)
    settings = with_judge(settings, args.judge or settings.judge.kind)
    folder = store.run_folder(args.experiment, args.run)
    about = _about(folder)
    rows = load_brief(folder)
    audit = _audit(args, store, about["method"], rows)
    models = connect(settings, store.root / "replies.db")
    name = judge_name(models.judging, settings)
    found = rejudge(folder, settings.judge.kind, models, settings, audit, args.gold, emit)
    side = panel(
        rows, judgements(folder), own_verdicts(folder), about["judge_name"], audit, args.gold
    )
    ceilings = ceilings_of(rows.values(), audit, args.gold)
    lines = score_lines(side, name, ceilings, settings.judge.adversarial)
    data = {
        "run": args.run,
        "judge": found.judge,
        "gold": args.gold,
        "asked": found.asked,
        "unanswered": found.unanswered,
        "left_out": found.left_out,
        "scores": [codec.encode(line) for line in lines],
    }
    return data, _words(data, lines)


def _about(folder: Path) -> dict[str, Any]:
    path = folder / "settings.json"
    if not path.exists():
        raise DataError(
            f"There is no run {folder.name}.", "See the folders in eval/ of the experiment."
        )
    found: dict[str, Any] = codec.loads(dict[str, Any], path.read_text(encoding="utf-8"), path.name)
    return found


def _audit(
    args: argparse.Namespace, store: Store, method: str, rows: dict[str, EvalRow]
) -> GoldAudit:
    """Return the faults of the file given, else of the kept audit; disputes by hand win."""
    talks = whole(
        rows.values(), lambda name: store.load_conversation(args.experiment, method, name)
    )
    folder = gold_folder(store, args.experiment)
    if args.audit is not None:
        text = args.audit.read_text(encoding="utf-8-sig", errors="replace")
        errors = read_audit(text, args.audit.name, talks).errors
    else:
        kept = kept_audit(folder, talks)
        errors = kept[1].errors if kept else {}
    return merged([errors, disputes(folder)])


def _words(data: dict[str, Any], scores: Sequence[ScoreLine]) -> str:
    lines = [
        f"{data['judge']}, gold {data['gold']}: {data['asked']:,} answers judged now, "
        f"{data['unanswered']:,} questions without an answer, "
        f"{data['left_out']:,} left out with the gold.",
        f"{'':<14}{'correct':>16}{'unscored':>10}{'F1':>7}{'ceiling':>9}{'always abstain':>16}",
    ]
    for row in scores:
        share = f" {row.accuracy:.1%}" if row.accuracy is not None else ""
        lines.append(
            f"{row.group:<14}{f'{row.correct:,}/{row.scored:,}{share}':>16}{row.unscored:>10,}"
            f"{'–' if row.f1 is None else f'{row.f1:.3f}':>7}"
            f"{_percent(row.ceiling):>9}{_percent(row.always_abstain):>16}"
        )
    return "\n".join(lines)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
