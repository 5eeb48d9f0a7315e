"""Twin of `shared/judge`: a lexical judge – stemmed overlap, dates and numbers exact."""

from __future__ import annotations

from hypermem_core.abstention import abstains
from hypermem_core.models.offline.values import normalised, values
from hypermem_core.replies import JudgeReply
from hypermem_core.retrieval.text import tokenize


def _agrees(gold: str, given: list[str]) -> bool:
    """Tell whether a value is among those given; a gold month or year is met by a day in it."""
    return any(
        value == gold or (len(gold) >= 4 and value.startswith(f"{gold}-")) for value in given
    )


def reply(question: str, gold: str, answer: str, threshold: float = 0.5) -> JudgeReply:
    """Return correct or wrong, and the words or values that decided."""
    if abstains(gold) or not gold.strip():
        right = abstains(answer)
        return JudgeReply("correct" if right else "wrong", "Nothing is known, and that is asked.")
    if abstains(answer):
        return JudgeReply("wrong", "The answer says that nothing is known.")
    ours = values(answer)
    missing = [value for value in values(gold) if not _agrees(value, ours)]
    if missing:
        return JudgeReply("wrong", f"Missing: {', '.join(missing)}.")
    wanted = set(tokenize(normalised(gold))) or set(gold.lower().split())
    given = set(tokenize(normalised(answer))) | set(answer.lower().split())
    found = {term for term in wanted if term in given or _agrees(term, ours)}
    share = len(found) / len(wanted)
    label = "correct" if share >= threshold else "wrong"
    return JudgeReply(label, f"{len(found)} of {len(wanted)} terms of the gold answer found.")  # type: ignore[arg-type]
