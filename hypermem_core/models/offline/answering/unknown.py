"""When nothing in the evidence answers: too little is covered, or it is said of someone else."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.support import Support

ENOUGH = 0.15  # share of the question's weight that the best evidence must cover
OTHERS = 0.1  # how much more of the question what is said of others may cover
READ = 3  # sentences of which one must cover enough


def unsupported(asked: Asked, ranked: Sequence[Support]) -> bool:
    """Tell whether the evidence is too weak to answer from."""
    if not asked.terms or (asked.kind == "yes/no" and asked.hedged):
        return False  # a hedged question asks for a guess
    if max(support.covered for support in ranked[:READ]) < ENOUGH:
        return True
    own = [support for support in ranked if support.named]
    others = [support for support in ranked if not support.named]
    return _more(own, others)


def _more(own: Sequence[Support], others: Sequence[Support]) -> bool:
    """Tell whether a line, or a sentence, about others says more of what is asked."""
    line = max((s.covered for s in others), default=0.0) - max((s.covered for s in own), default=0)
    sentence = max((s.share for s in others), default=0.0) - max((s.share for s in own), default=0)
    return max(line, sentence) > OTHERS
