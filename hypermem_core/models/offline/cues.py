"""Signs that a conversation turns to something else: cohesion, transitions, greetings, silences."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hypermem_core.models.offline.filler import is_filler
from hypermem_core.models.offline.keywords import keywords, terms
from hypermem_core.models.offline.sentences import LONGEST, is_question, sentences, words
from hypermem_core.types import Turn

BLOCK = 3  # turns on each side whose words are compared
_TRANSITION = re.compile(
    r"\b(by the way|btw|anyway|anyways|speaking of|on another note|on a different note|"
    r"changing the subject|oh,? and|guess what|also,? (?:i|have|did)|in other news|before i forget|"
    r"that reminds me|how about you|what about you|enough about)\b"
    r"|(顺便|对了|话说|另外|说到|换个话题|你呢)",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(?:hey|hi|hello|hiya|yo|good (?:morning|afternoon|evening)|long time no)\b"
    r"|^\W*(?:你好|嗨|早上好|好久不见)",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:bye|goodbye|talk (?:to you )?(?:soon|later)|see (?:you|ya)|take care|catch you later|"
    r"gotta go|have a (?:good|great|nice) (?:day|one|night)|good night|ttyl)\b"
    r"|(?:再见|拜拜|晚安|回头聊|下次聊)",
    re.IGNORECASE,
)
_NEWS = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|weekend|\w+day)|recently|today|just (?:got|had|went|"
    r"started|finished|found)|\w+ (?:days?|weeks?|months?) ago)\b|(?:昨天|上周|最近|刚刚|前几天)",
    re.IGNORECASE,
)
GAP_SECONDS = 4 * 3600.0


@dataclass(frozen=True, slots=True)
class Cue:
    """How strongly something speaks for a cut (negative: against one), and its reason."""

    score: float
    reason: str


def turn_terms(turn: Turn) -> list[str]:
    """Return the content terms of a turn, the picture's included."""
    return terms(turn.content[:LONGEST])


def cohesion(left: Sequence[list[str]], right: Sequence[list[str]]) -> float:
    """Return the cosine of the terms of two blocks of turns, from 0 to 1."""
    a, b = Counter(t for turn in left for t in turn), Counter(t for turn in right for t in turn)
    norm = math.sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))
    return sum(count * b[term] for term, count in sorted(a.items())) / norm if norm else 0.0


def spoken(before: Turn, turn: Turn) -> list[Cue]:
    """Return the cues that lie in the words of two adjacent turns, strongest first."""
    cues: list[Cue] = []
    text, last = turn.text[:LONGEST], before.text[:LONGEST]
    said = _TRANSITION.search(text)
    if said:
        early = 0.6 if said.start() < 60 else 0.2
        cues.append(Cue(early, f'{turn.speaker} changes the subject: "{said.group().lower()}"'))
    if _GREETING.search(text):
        cues.append(Cue(0.4, f"{turn.speaker} opens with a greeting"))
    if _CLOSING.search(last):
        cues.append(Cue(0.4, f"{before.speaker} closes the exchange"))
    if _NEWS.search(text) and not _open_question(before):
        cues.append(Cue(0.35, f"{turn.speaker} brings news"))
    elif is_filler(last, [before.speaker, turn.speaker]):
        cues.append(Cue(0.25, f"{before.speaker} only reacts, so the thread rests"))
    return sorted(cues, key=lambda cue: -cue.score)


def holding(before: Turn, turn: Turn) -> float:
    """Return what speaks against a cut: an open question, or a mere reaction."""
    against = 0.6 if _open_question(before) and turn.speaker != before.speaker else 0.0
    return against + (0.3 if len(words(turn.text[:LONGEST])) <= 4 else 0.0)


def _open_question(turn: Turn) -> bool:
    parts = sentences(turn.text[:LONGEST])
    return bool(parts) and is_question(parts[-1])


def silence(seconds: float | None) -> Cue | None:
    """Return the cue of a long gap, None if the gap is short or unknown."""
    if seconds is None or seconds < GAP_SECONDS:
        return None
    hours = seconds / 3600
    said = f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"
    return Cue(3.0, f"{said} pass before the next message")


def drift(left: Sequence[Turn], right: Sequence[Turn], names: Sequence[str]) -> str:
    """Return the reason for a cut that the words alone suggest."""
    old = keywords(" ".join(turn.content[:LONGEST] for turn in left), 2, names)
    new = keywords(" ".join(turn.content[:LONGEST] for turn in right), 4, names)
    fresh = [word for word in new if word not in old][:2]
    if old and fresh:
        return f"The talk moves from {' and '.join(old)} to {' and '.join(fresh)}"
    return "The next turns share no words with these"
