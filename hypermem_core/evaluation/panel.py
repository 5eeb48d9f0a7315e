"""All judges of a run side by side under one gold mode: scores, labels, agreement, baselines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from hypermem_core.abstention import abstains
from hypermem_core.errors import DataError, NotBuilt
from hypermem_core.evaluation import f1
from hypermem_core.evaluation.gold import Ceiling, GoldAudit, GoldMode, ceilings, question_under
from hypermem_core.evaluation.judge import STRING_MATCH
from hypermem_core.evaluation.keys import key
from hypermem_core.evaluation.own_verdicts import PERSON, OwnVerdict, about
from hypermem_core.evaluation.rejudge import Judgement
from hypermem_core.types import CATEGORY_ORDER, Conversation, EvalRow, Label, Question, Verdict

Kept = Mapping[str, Mapping[tuple[str, str], Judgement]]
Own = Mapping[tuple[str, str], OwnVerdict]


@dataclass(frozen=True, slots=True)
class Panel:
    """A run's rows with the gold of a mode, and every verdict given on exactly that pair."""

    rows: dict[str, EvalRow]
    verdicts: dict[str, dict[str, Verdict]]  # judge → question key → verdict
    left_out: int  # questions the gold mode leaves out

    def labels(self) -> dict[str, dict[str, Label]]:
        """Return judge → key → label, without category 5 where a string match stood in for it."""
        return {
            name: {k: v.label for k, v in given.items() if v.judge != STRING_MATCH}
            for name, given in self.verdicts.items()
        }

    def judged(self, judge: str) -> list[EvalRow]:
        """Return the rows with one judge's verdicts; None where it has not judged."""
        given = self.verdicts[judge]
        return [replace(row, verdict=given.get(name)) for name, row in self.rows.items()]


def panel(
    rows: Mapping[str, EvalRow],
    kept: Kept,
    own: Own,
    run_judge: str,
    audit: GoldAudit,
    mode: GoldMode,
) -> Panel:
    """Return the panel; a verdict on another gold answer or another answer is not in it."""
    under = {name: _under(row, audit, mode) for name, row in rows.items()}
    shown = {name: row for name, row in under.items() if row is not None}
    verdicts: dict[str, dict[str, Verdict]] = {}
    first = {
        name: row.verdict
        for name, row in shown.items()
        if row.verdict and row.question.answer == rows[name].question.answer
    }
    if first:
        verdicts[run_judge] = first
    for judge, given in kept.items():
        found = {name: _kept(name, row, given) for name, row in shown.items()}
        verdicts.setdefault(judge, {}).update({k: v for k, v in found.items() if v})
    person = {name: _own(name, row, own) for name, row in shown.items()}
    if any(person.values()):
        verdicts[PERSON] = {k: v for k, v in person.items() if v}
    return Panel(shown, {k: v for k, v in verdicts.items() if v}, len(under) - len(shown))


def _under(row: EvalRow, audit: GoldAudit, mode: GoldMode) -> EvalRow | None:
    question = question_under(row.conversation_id, row.question, audit, mode)
    if question is None or question == row.question:
        return None if question is None else row
    score = f1.score(question, row.answer.text) if row.answer else row.f1
    if question.evidence == row.question.evidence:
        return replace(row, question=question, f1=score)
    # what was measured on other gold turns says nothing of these
    return replace(row, question=question, f1=score, recall=None, custody=None)


def _kept(name: str, row: EvalRow, given: Mapping[tuple[str, str], Judgement]) -> Verdict | None:
    if row.answer is None:  # it failed: no judge can score it, and none calls it wrong
        return row.verdict or Verdict("unscored", row.error or "There is no answer.")
    found = given.get((name, about(row.question, row.answer.text)))
    return found.verdict if found else None


def _own(name: str, row: EvalRow, own: Own) -> Verdict | None:
    found = own.get((name, about(row.question, row.answer.text))) if row.answer else None
    if found is None or found.label is None:
        return None
    return Verdict(found.label, found.note, (found.label,), PERSON)


def asked(rows: Iterable[EvalRow]) -> tuple[Conversation, ...]:
    """Return conversations that hold just the questions of some rows, to count over."""
    questions: dict[str, list[Question]] = {}
    for row in rows:
        questions.setdefault(row.conversation_id, []).append(row.question)
    return tuple(Conversation(n, n, (), (), questions=tuple(q)) for n, q in questions.items())


def whole(rows: Iterable[EvalRow], find: Callable[[str], Conversation]) -> tuple[Conversation, ...]:
    """Return the conversations behind some rows, with their turns where `find` has them.

    `find` raises NotBuilt for a conversation that is gone; its questions are there all the same.
    """
    found = []
    for bare in asked(rows):
        try:
            kept = find(bare.id)
        except (NotBuilt, DataError):
            found.append(bare)
            continue
        known = {key(kept.id, question) for question in kept.questions}
        more = tuple(q for q in bare.questions if key(bare.id, q) not in known)
        found.append(replace(kept, questions=kept.questions + more))
    return tuple(found)


def ceilings_of(rows: Iterable[EvalRow], audit: GoldAudit, mode: GoldMode) -> tuple[Ceiling, ...]:
    """Return the ceilings over a run's own questions, as published in its rows."""
    return ceilings(asked(rows), audit, mode)


def always_abstain(rows: Sequence[EvalRow]) -> tuple[Ceiling, ...]:
    """Return what answering “no information” to everything would score, by category and overall.

    It is right on all of category 5, and elsewhere only where the gold answer itself abstains.
    """
    found = []
    for group in (*CATEGORY_ORDER, "overall"):
        mine = [row.question for row in rows if _in(row.question, group)]
        right = sum(q.category == "adversarial" or abstains(q.answer) for q in mine)
        if mine:
            found.append(Ceiling(group, len(mine), right))
    return tuple(found)


def _in(question: Question, group: str) -> bool:
    if group == "overall":
        return question.category != "adversarial"
    return question.category == group


def abstentions(rows: Sequence[EvalRow]) -> dict[str, tuple[int, int]]:
    """Return how many answers abstain, of how many: on category 5, and on the others."""
    found = {}
    for name, wanted in (("adversarial", True), ("others", False)):
        texts = [
            row.answer.text
            for row in rows
            if row.answer and (row.question.category == "adversarial") == wanted
        ]
        found[name] = (sum(abstains(text) for text in texts), len(texts))
    return found
