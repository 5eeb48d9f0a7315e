"""The judge: n votes, a majority, and three labels: correct, wrong, unscored."""

from __future__ import annotations

from collections import Counter

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models import LLM, workers_of
from hypermem_core.models.ask import ask
from hypermem_core.models.ledger import ledger, usage_of
from hypermem_core.parallel import map_threads
from hypermem_core.replies import JudgeReply
from hypermem_core.settings import Settings
from hypermem_core.types import Answer, Label, Question, Verdict

OFFLINE = "offline rules"
LEXICAL = "lexical (offline)"


def judge_name(llm: LLM) -> str:
    """Return the judge's name as shown everywhere; rules are never called a judge without it."""
    return LEXICAL if llm.name == OFFLINE else llm.name


def judge(question: Question, answer: Answer, llm: LLM, settings: Settings) -> Verdict:
    """Return the majority verdict on an answer; a failing judge leaves it unscored, never wrong."""
    name = judge_name(llm)
    wanted = 1 if name == LEXICAL else settings.judge.votes  # rules never change their mind

    def vote(number: int) -> tuple[Label, str]:
        try:
            reply = ask(
                llm,
                "shared/judge",
                JudgeReply,
                first=3 * number,
                question=question.text,
                gold=question.answer,
                answer=answer.text,
                threshold=settings.judge.lexical_threshold,
            )
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
    return Verdict(label, reason, votes, name, usage_of([c for c in calls if c.key]))


def majority(votes: list[Label]) -> Label:
    """Return the label most of the valid votes share; unscored if none is valid or they tie."""
    valid = Counter(vote for vote in votes if vote != "unscored").most_common()
    if not valid or (len(valid) == 2 and valid[0][1] == valid[1][1]):
        return "unscored"
    return valid[0][0]
