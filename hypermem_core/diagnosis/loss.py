"""One stage of loss for each question, from its chain of custody.

The rule, first match wins:

1. *not available*: retrieval failed, or the answer could not be judged.
2. *gold disputed*: the answer is wrong, and the gold answer is on the list of faulty ones.
3. *no evidence*: the question names no gold turn, or one that does not exist.
4. *not extracted*, *<stage> cut*, *context cut*: some gold turn did not reach the context; the
   earliest place where one was lost, because what is lost there no later stage can find.
5. *judged wrong although present*: all gold turns reached the context and the answer states
   every term and value of the gold answer, yet it was judged wrong.
6. *not used*: all gold turns reached the context and the answer does not state the gold answer,
   or, where nothing is known, did not abstain.
7. *found*: nothing was lost. An answer that is correct is never called lost, whatever is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hypermem_core.diagnosis.badges import badges
from hypermem_core.diagnosis.custody import custody_of, cut_step
from hypermem_core.evaluation.keys import key
from hypermem_core.models.offline.judge import reply as lexical
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.types import (
    Answer,
    Conversation,
    Custody,
    Question,
    RetrievalTrace,
    TurnCustody,
    Verdict,
)
from hypermem_core.types.diagnosis import (
    CONTEXT_CUT,
    FOUND,
    GOLD_DISPUTED,
    JUDGED_WRONG,
    NO_EVIDENCE,
    NOT_AVAILABLE,
    NOT_EXTRACTED,
    NOT_USED,
)

DISPUTED_WHY = "The gold answer is on the list of disputed ones."


def diagnose(
    question: Question,
    trace: RetrievalTrace,
    index: MemoryIndex,
    conversation: Conversation,
    budget: int,
    answer: Answer | None = None,
    verdict: Verdict | None = None,
    disputed: Collection[str] = (),
    error: str = "",
) -> Custody:
    """Return a question's custody and stage of loss; `disputed` holds keys of faulty golds."""
    name = key(conversation.id, question)
    cited = answer.turn_ids if answer else None
    known = {turn.id for turn in conversation.turns}
    turns = tuple(
        custody_of(turn_id, trace, index, conversation, budget, cited)
        for turn_id in dict.fromkeys(question.evidence)
        if turn_id in known
    )
    loss, why = _loss(question, turns, trace, answer, verdict, name in disputed, error)
    return Custody(
        name,
        conversation.id,
        question.text,
        question.category,
        turns,
        loss,
        why,
        verdict.label if verdict else None,
        badges(question, conversation, name in disputed),
    )


def rule() -> str:
    """Return the rule of the one stage of loss as Markdown: what this file's head says."""
    return (__doc__ or "").split("first match wins:", 1)[-1].strip()


def stage_order(stages: Sequence[str]) -> tuple[str, ...]:
    """Return every stage of loss of a method in the order a turn passes them."""
    cuts = tuple(f"{stage} cut" for stage in stages)
    return (
        NOT_EXTRACTED,
        *cuts,
        CONTEXT_CUT,
        NOT_USED,
        JUDGED_WRONG,
        GOLD_DISPUTED,
        NO_EVIDENCE,
        NOT_AVAILABLE,
    )


def _loss(
    question: Question,
    turns: Sequence[TurnCustody],
    trace: RetrievalTrace,
    answer: Answer | None,
    verdict: Verdict | None,
    disputed: bool,
    error: str,
) -> tuple[str, str]:
    label = verdict.label if verdict else None
    if error or not trace.stages or label == "unscored":
        return NOT_AVAILABLE, error or (verdict.reason if verdict else "It was not retrieved.")
    if label == "correct":
        return FOUND, _but(turns)
    if disputed and label == "wrong":
        return GOLD_DISPUTED, DISPUTED_WHY
    if question.unresolved or not turns:
        return NO_EVIDENCE, _no_evidence(question)
    lost = [turn for turn in turns if turn.lost_at]
    if lost:
        order = stage_order([stage.stage for stage in trace.stages])
        first = min(lost, key=lambda turn: order.index(turn.lost_at))
        return first.lost_at, _told(first, len(lost), len(turns))
    if label is None or answer is None:
        return FOUND, f"All {len(turns)} gold turns are in the context."
    return _unused(question, answer)


def _unused(question: Question, answer: Answer) -> tuple[str, str]:
    """Tell a misjudged answer from one that does not state the gold answer."""
    trap = question.category == "adversarial"  # its gold, if any, is what must not be said
    stated = lexical(question.text, question.answer, answer.text, threshold=1.0)
    if not trap and question.answer.strip() and stated.label == "correct":
        return JUDGED_WRONG, "The answer states every term and value of the gold answer."
    lacking = "should have abstained" if trap else "does not state the gold"
    return NOT_USED, f"Every gold turn was in the context; the answer {lacking}."


def _but(turns: Sequence[TurnCustody]) -> str:
    lost = sum(bool(turn.lost_at) for turn in turns)
    return f"Correct, although {lost} of {len(turns)} gold turns were lost." if lost else ""


def _no_evidence(question: Question) -> str:
    if question.unresolved:
        return f"Its evidence {', '.join(question.unresolved)} names no turn."
    return "The question names no gold turn."


def _told(turn: TurnCustody, lost: int, of: int) -> str:
    missing = cut_step(turn.steps)
    cause = f": {missing.limit}" if missing and turn.lost_at.startswith(missing.stage) else ""
    more = f"; {lost} of {of} gold turns lost" if of > 1 else ""
    return f"{turn.turn_id}: {turn.lost_at}{cause}{more}."
