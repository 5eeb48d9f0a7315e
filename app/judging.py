"""What the page “Judges & gold” shows of a run, and judging it again as work for a job."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal

from app.evaluating import Evaluated
from hypermem_core.evaluation.agreement import Agreement, Labels, fleiss, pairwise
from hypermem_core.evaluation.gold import Ceiling, GoldAudit, GoldError, GoldMode
from hypermem_core.evaluation.judge import LEXICAL, judge_name
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.own_verdicts import (
    PERSON,
    OwnVerdict,
    about,
    decide,
    ever_decided,
    own_verdicts,
)
from hypermem_core.evaluation.panel import Kept, Panel, ceilings_of, panel
from hypermem_core.evaluation.rejudge import left_to_judge, rejudge, tasks_of, with_judge
from hypermem_core.events import Emit
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.settings.answering import JudgeName
from hypermem_core.types import Conversation, EvalRow

KINDS: dict[str, str] = {
    "The answer is wrong": "HALLUCINATION",
    "The date is wrong": "TEMPORAL_ERROR",
    "It is about another person": "ATTRIBUTION_ERROR",
    "The question is ambiguous": "AMBIGUOUS",
    "The answer is incomplete": "INCOMPLETE",
    "Only the evidence is wrong": "WRONG_CITATION",
}
HERE = "disputed here"


@dataclass(frozen=True, slots=True)
class Bench:
    """A run under one gold mode: its panel, its ceilings, the doubts about its gold."""

    run: Evaluated
    folder: Path
    mode: GoldMode
    audit: GoldAudit
    talks: dict[str, Conversation]
    kept: Kept
    side: Panel

    @property
    def rows(self) -> dict[str, EvalRow]:
        """The rows as the run left them, with the published gold."""
        return by_key(self.run.rows)

    def ceilings(self, mode: GoldMode) -> tuple[Ceiling, ...]:
        """Return the ceilings over the run's questions under a mode."""
        return ceilings_of(self.run.rows, self.audit, mode)

    def answered(self) -> list[str]:
        """Return the questions that have an answer, in an order that tells nothing of it."""
        names = [name for name, row in self.side.rows.items() if row.answer is not None]
        return sorted(names, key=lambda name: sha256(name.encode()).hexdigest())


def by_key(rows: Sequence[EvalRow]) -> dict[str, EvalRow]:
    """Return rows by question key."""
    return {key(row.conversation_id, row.question): row for row in rows}


def bench(
    run: Evaluated,
    folder: Path,
    mode: GoldMode,
    audit: GoldAudit,
    talks: Sequence[Conversation],
    kept: Kept,
) -> Bench:
    """Return everything the page shows of a run."""
    side = panel(by_key(run.rows), kept, own_verdicts(folder), run.judge, audit, mode)
    return Bench(run, folder, mode, audit, {talk.id: talk for talk in talks}, kept, side)


def left(found: Bench, judges: Sequence[JudgeName], models: Models, settings: Settings) -> int:
    """Return how many answers these judges together have yet to judge under the gold mode."""
    tasks, _, _ = tasks_of(found.rows, found.audit, found.mode)
    names = (judge_name(models.judging, with_judge(settings, name)) for name in judges)
    return sum(len(left_to_judge(found.kept.get(name, {}), tasks)) for name in names)


def work(
    found: Bench, judges: Sequence[JudgeName], models: Models, settings: Settings
) -> Callable[[Emit], int]:
    """Return the judging as work for a job, judge after judge; what is judged is kept."""

    def run(emit: Emit) -> int:
        done = 0
        for name in judges:
            made = rejudge(found.folder, name, models, settings, found.audit, found.mode, emit)
            done += made.asked
        return done

    return run


def own(found: Bench, name: str) -> OwnVerdict | None:
    """Return the person's verdict on a question's answer under this gold, if there is one."""
    return own_verdicts(found.folder).get((name, _of(found, name)))


def decided(found: Bench) -> dict[str, OwnVerdict]:
    """Return the person's verdicts that stand on the answers shown, by question key."""
    kept = own_verdicts(found.folder)
    ofs = {name: (name, _of(found, name)) for name in found.answered()}
    return {name: kept[of] for name, of in ofs.items() if of in kept}


def keep_verdict(
    found: Bench, name: str, label: Literal["correct", "wrong"] | None, note: str = ""
) -> None:
    """Keep the person's verdict, blind only if this answer was never decided before."""
    of = _of(found, name)
    blind = (name, of) not in ever_decided(found.folder)
    at = datetime.now().isoformat(timespec="seconds")
    decide(found.folder, OwnVerdict(name, of, label, note, at, blind))


def _of(found: Bench, name: str) -> str:
    row = found.side.rows[name]
    return about(row.question, row.answer.text if row.answer else "")


def agreements(labels: Mapping[str, Labels]) -> tuple[Agreement | None, tuple[Agreement, ...]]:
    """Return Fleiss' κ over all judges (three or more), and Cohen's of every pair."""
    return (fleiss(labels) if len(labels) > 2 else None), pairwise(labels)


def strength(kappa: float | None) -> str:
    """Return the usual word for a κ. Source: Landis & Koch (1977)."""
    if kappa is None:
        return "undefined: only one label was used"
    words = ((0.8, "almost perfect"), (0.6, "substantial"), (0.4, "moderate"), (0.2, "fair"))
    return next((word for low, word in words if kappa > low), "slight" if kappa > 0 else "none")


def doubt(
    row: EvalRow, kind: str, corrected: str, note: str, evidence: tuple[str, ...] = ()
) -> GoldError:
    """Return a dispute of a row's published gold; without `evidence` its turns stay published."""
    question = row.question
    return GoldError(
        key(row.conversation_id, question),
        row.conversation_id,
        question.text,
        question.answer,
        KINDS[kind],
        corrected.strip(),
        evidence,
        note.strip(),
        HERE,
    )


def published_turns(row: EvalRow, known: Collection[str]) -> list[str]:
    """Return the published gold turns of a row that are turns of the conversation."""
    return [turn for turn in dict.fromkeys(row.question.evidence) if turn in known]


def short(judge: str) -> str:
    """Return a judge's name without the model; a lexical judge is still called one."""
    return judge.split(" · ")[0] + (", lexical" if lexical(judge) else "")


def lexical(judge: str) -> bool:
    """Tell whether a judge is rules and no model."""
    return LEXICAL in judge


def charts(judges: Sequence[str]) -> dict[str, list[str]]:
    """Return the judges by chart: lexical ones never stand beside models; a person goes first."""
    models = [judge for judge in judges if not lexical(judge) and judge != PERSON]
    rules = [judge for judge in judges if lexical(judge)]
    person = [judge for judge in judges if judge == PERSON]
    found = {"judged correct": models, "judged correct, lexical (offline)": rules}
    kept = {title: mine for title, mine in found.items() if mine}
    if person:
        first = next(iter(kept), "judged correct")
        kept[first] = [*kept.get(first, []), *person]
    return kept


def short_names(judges: Sequence[str]) -> dict[str, str]:
    """Return a short name for each judge; the whole one where the short ones are alike."""
    shorts = [short(judge) for judge in judges]
    return {j: s if shorts.count(s) == 1 else j for j, s in zip(judges, shorts, strict=True)}
