"""Twin of `shared/answer` and `shared/answer_brief`: the best span of the best evidence."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.abstention import nothing_known
from hypermem_core.models.offline.answering import amounts, chinese, intervals, lists, times
from hypermem_core.models.offline.answering.best_span import best_spans
from hypermem_core.models.offline.answering.kinds import Asked, asked
from hypermem_core.models.offline.answering.lines import read
from hypermem_core.models.offline.answering.names import speakers
from hypermem_core.models.offline.answering.support import Support, supports
from hypermem_core.models.offline.answering.typed import typed
from hypermem_core.models.offline.answering.unknown import unsupported
from hypermem_core.models.offline.answering.yes_no import yes_or_no
from hypermem_core.replies import AnswerReply
from hypermem_core.types import Evidence

READ = 6  # sentences among which a date or a duration is looked for
DATED = 0.3  # what a date of its own is worth to a sentence that is asked for one
STATED = {"how long": times.how_long, "how often": times.how_often}


def _cited(text: str, used: Sequence[Support], why: str) -> AnswerReply:
    turns = dict.fromkeys(turn for support in used for turn in support.item.turn_ids)
    return AnswerReply(text, why, list(turns))


def _when(question: Asked, ranked: Sequence[Support]) -> AnswerReply:
    best = max(ranked[:READ], key=lambda s: s.score + DATED * bool(times.told(s.line, s.sentence)))
    date = times.when(question.text, best.line, best.sentence)
    return _cited(date, [best], "The date of the event in the best evidence.")


def _stated(question: Asked, ranked: Sequence[Support]) -> AnswerReply | None:
    """Return how long or how often the best sentences that say so state it; None if none does."""
    for support in ranked[:READ]:
        found = STATED[question.kind](support.sentence.text)
        if found:
            return _cited(found, [support], f"The evidence states {question.kind}.")
    return None


def _span(question: Asked, ranked: Sequence[Support], people: frozenset[str]) -> AnswerReply:
    why = f"Best span for a question of kind {question.kind!r}."
    if question.chinese:
        return _cited(chinese.phrase(question, ranked[0].sentence.text), ranked[:1], why)
    if question.many:
        return _cited(*lists.listed(question, ranked, people), "Merged from the best evidence.")
    known = typed(question, ranked, people)
    if known:
        return _cited(known[0], [known[1]], "The first answer of the form that is asked for.")
    found = best_spans(question, ranked, people)
    if not found:  # every sentence only echoes the question
        return _cited(ranked[0].sentence.text, ranked[:1], why)
    return _cited(found[0].text, [found[0].support], why)


def reply(question: str, evidence: Sequence[Evidence]) -> AnswerReply:
    """Return the answer's words, why, and the turns they come from."""
    wanted = asked(question)
    people = speakers([read(item.text) for item in evidence])  # who speaks is as good as said
    ranked = supports(wanted, evidence, people)
    if not ranked or unsupported(wanted, ranked):
        return AnswerReply(nothing_known(question), "No evidence matches the question well.", [])
    lies = intervals.between(question, evidence, people)
    if lies:
        return _cited(*lies, "Subtracted the dates of two events.")
    given = chinese.stated(wanted, ranked) if wanted.chinese else None
    if given and wanted.kind in {"what", "how many"}:
        return _cited(given[0], [given[1]], "The evidence states it.")
    if wanted.kind == "yes/no":
        return _cited(yes_or_no(wanted, ranked), ranked[:1], "Yes unless the evidence denies it.")
    if wanted.kind == "how many":
        return _cited(*amounts.count(wanted, ranked))
    if wanted.kind == "when":
        return _when(wanted, ranked)
    said = _stated(wanted, ranked) if wanted.kind in STATED else None
    return said or _span(wanted, ranked, people)
