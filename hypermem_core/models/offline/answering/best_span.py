"""The span, of all those in the best sentences, that most looks like the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.models.offline.answering.candidates import Span, spans
from hypermem_core.models.offline.answering.features import of_sentence, of_span, rareness, wanted
from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.span_weights import WEIGHTS
from hypermem_core.models.offline.answering.support import Support

READ = 12  # sentences whose spans are weighed


@dataclass(frozen=True, slots=True)
class Found:
    """A span as text, the sentence it stands in, and its score."""

    text: str
    support: Support
    score: float


def _sum(features: dict[str, float]) -> float:
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in features.items())


def best_spans(
    asked: Asked, ranked: Sequence[Support], people: frozenset[str], read: int = READ
) -> list[Found]:
    """Return the best span of each of the first sentences that has one, best first."""
    lines = {support.item.node_id: support.line for support in ranked}
    want = wanted(asked, people, rareness(list(lines.values())))
    found: list[Found] = []
    for place, support in enumerate(ranked[:read]):
        known = asked.terms | people
        scored: list[tuple[float, Span]] = [
            (_sum(of_span(want, span)), span) for span in spans(support.sentence.text, known)
        ]
        if scored:
            score, span = max(scored, key=lambda pair: pair[0])
            base = _sum(of_sentence(support, ranked[0].score, place))
            found.append(Found(span.text, support, base + score))
    return sorted(found, key=lambda one: -one.score)
