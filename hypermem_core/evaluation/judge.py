"""One judge on one answer: n votes, a majority, and three labels: correct, wrong, unscored."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypermem_core.abstention import abstains
from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.evaluation.judges import protocol, rule_for
from hypermem_core.models import LLM, workers_of
from hypermem_core.models.ask import ask
from hypermem_core.models.ledger import ledger, usage_of
from hypermem_core.parallel import map_threads
from hypermem_core.replies import JudgeReply
from hypermem_core.settings import Settings
from hypermem_core.settings.answering import JudgeSettings
from hypermem_core.types import Answer, Label, Question, Verdict

OFFLINE = "offline rules"
LEXICAL = "lexical (offline)"
STRING_MATCH = "string match"


def votes_of(settings: Settings) -> int:
    """Return how often a chat model judges an answer: the knob is for *three votes* only."""
    kind = settings.judge.kind
    return settings.judge.votes if kind == "three votes" else protocol(kind).votes


def judge_name(llm: LLM, settings: Settings) -> str:
    """Return `strict v1 · model`; rules are never called a judge without `lexical (offline)`."""
    chosen, votes = protocol(settings.judge.kind), votes_of(settings)
    if llm.name == OFFLINE:
        level = settings.judge.lexical_threshold
        at = "" if level == JudgeSettings().lexical_threshold else f" at {level:g}"
        return f"{chosen.name} v{chosen.version} · {LEXICAL}{at}"
    often = f" × {votes}" if votes != chosen.votes else ""
    return f"{chosen.name} v{chosen.version}{often} · {llm.name}"


def judge(question: Question, answer: Answer, llm: LLM, settings: Settings) -> Verdict:
    """Return the verdict of the judge that the settings name.

    A failing judge leaves an answer unscored, never wrong. Category 5 is matched by string, as
    the official code does, except by the judge *by type*, which has a rule for it.
    """
    if question.category == "adversarial" and settings.judge.kind != "by type":
        label: Label = "correct" if abstains(answer.text) else "wrong"
        return Verdict(label, "Says that nothing is known, or not.", (label,), STRING_MATCH)
    return _voted(question, answer, llm, settings)


def _voted(question: Question, answer: Answer, llm: LLM, settings: Settings) -> Verdict:
    wanted = 1 if llm.name == OFFLINE else votes_of(settings)  # rules never change their mind
    prompt, blanks = protocol(settings.judge.kind).prompt, _blanks(question, answer, settings)

    def vote(number: int) -> tuple[Label, str]:
        try:
            reply = ask(llm, prompt, JudgeReply, first=3 * number, **blanks)
        except (ReplyError, ModelError) as error:
            return "unscored", error.message
        return reply.label, reply.reason

    with ledger() as calls:
        cast_ = list(map_threads(vote, range(wanted), min(wanted, workers_of(llm))))
    label = majority([label for label, _ in cast_])
    reasons = [reason for given, reason in cast_ if given == label]
    failures = [reason for given, reason in cast_ if given == "unscored"]
    reason = next(iter(reasons), "") or next(iter(failures), "") or "The votes are tied."
    votes = tuple(given for given, _ in cast_)
    paid = usage_of([call for call in calls if call.paid])
    return Verdict(label, reason, votes, judge_name(llm, settings), paid)


def _blanks(question: Question, answer: Answer, settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = {
        "question": question.text,
        "gold": question.answer,
        "answer": answer.text,
        "threshold": settings.judge.lexical_threshold,
    }
    if settings.judge.kind == "by type":
        found |= {
            "category": question.category or "uncategorised",
            "rule": rule_for(question.category),
        }
    return found


def majority(votes: list[Label]) -> Label:
    """Return the label most of the valid votes share; unscored if none is valid or they tie."""
    valid = Counter(vote for vote in votes if vote != "unscored").most_common()
    if not valid or (len(valid) == 2 and valid[0][1] == valid[1][1]):
        return "unscored"
    return valid[0][0]
