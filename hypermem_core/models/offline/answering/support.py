"""How well each sentence of the evidence supports an answer to a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import Line, Sentence, read
from hypermem_core.models.offline.values import DATE, iso_dates
from hypermem_core.types import Evidence

PRIOR = 1.2  # what the first place of retrieval is worth against covering the whole question
SINGLE = 0.45  # what a sentence itself counts against its whole line
STRANGER = 0.35  # lost where the person asked about is not named
DATED = 0.5  # gained by a line said or dated in the period asked about
REPLY = 0.6  # gained by the turn after one that asks the same, times how alike they are
PHOTO = 0.15  # lost by a caption when no picture is asked for
_TURN = re.compile(r"^(.*?)(\d+)$")
_PICTURE = frozenset("photo pictur imag poster show share".split())


@dataclass(frozen=True, slots=True)
class Support:
    """One sentence of the evidence, the share of the question it covers, and its score."""

    item: Evidence
    line: Line
    sentence: Sentence
    following: Sentence | None
    covered: float  # share of the question's weight that the line covers, 0 to 1
    score: float
    named: bool  # whether the line names someone the question names
    share: float = 0.0  # share of the question's weight that the sentence covers
    before: float = 0.0  # the same of the sentence before it
    reply: float = 0.0  # how alike a question just before it is

    @property
    def date(self) -> str:
        """The date of the event told, empty if none is given."""
        return self.sentence.date or self.line.event


def weigh(wanted: frozenset[str], lines: Sequence[Line]) -> dict[str, float]:
    """Return how much each term of the question counts: rare ones in the evidence most."""
    seen = Counter(term for line in lines for term in line.terms & wanted)
    return {t: log(1 + len(lines) / (0.5 + seen[t])) for t in wanted}


def share(weights: Mapping[str, float], found: Iterable[str]) -> float:
    """Return the share of the question's weight that these terms cover."""
    total = sum(weights.values()) or 1.0
    return sum(weights.get(term, 0.0) for term in found) / total


def _next_turn(turn_id: str) -> str:
    found = _TURN.match(turn_id)
    return f"{found[1]}{int(found[2]) + 1}" if found else ""


def _replies(
    weights: Mapping[str, float], told: Sequence[tuple[Evidence, Line]]
) -> dict[str, float]:
    """Return the turns that follow a question like the one asked, and how alike it is."""
    found: dict[str, float] = {}
    for item, line in told:
        for piece in line.sentences:
            if piece.asks or line.asks:
                alike = share(weights, weights.keys() & line.terms)
                for turn in item.turn_ids:
                    after = _next_turn(turn)
                    found[after] = max(found.get(after, 0.0), alike)
    return found


def in_period(asked: Asked, line: Line) -> bool:
    """Tell whether a line is said or dated in the day, month or year the question names."""
    if not asked.dates:
        return False
    held = DATE.findall(iso_dates(f"{line.said} ; {line.event} ; {line.body}"))
    return any(have.startswith(want) for have in held for want in asked.dates)


def supports(
    asked: Asked, evidence: Sequence[Evidence], known: frozenset[str] = frozenset()
) -> list[Support]:
    """Return the sentences of the evidence that state something, best first.

    `known` are the speakers' names as terms.
    """
    # Facts and turns state things; a summary is read only where there is nothing else.
    items = [item for item in evidence if item.kind not in {"episode", "topic"}] or list(evidence)
    told = [(item, read(item.text)) for item in items]
    # Who speaks is no rare word; any other name counts most of what a question says.
    people = asked.names & known if known else asked.names
    weights = weigh(asked.terms | (asked.names - people), [line for _, line in told])
    replies = _replies(weights, told)
    pictured = bool(_PICTURE & asked.terms)
    found: list[Support] = []
    for rank, (item, line) in enumerate(told):
        if line.asks:
            continue
        named = not people or bool(people & line.terms)
        covered = share(weights, weights.keys() & line.terms)
        base = (1 - SINGLE) * covered + PRIOR / (1 + rank / 3)
        base += DATED * in_period(asked, line) - STRANGER * (not named)
        reply = max((replies.get(turn, 0.0) for turn in item.turn_ids), default=0.0)
        base += REPLY * reply
        before = 0.0
        for index, piece in enumerate(line.sentences):
            own = share(weights, weights.keys() & piece.terms)
            last, before = before, own
            if piece.asks:
                continue
            score = base + SINGLE * own
            score -= PHOTO * (piece.photo and not pictured)
            after = line.sentences[index + 1] if index + 1 < len(line.sentences) else None
            found.append(Support(item, line, piece, after, covered, score, named, own, last, reply))
    return sorted(found, key=lambda support: -support.score)
