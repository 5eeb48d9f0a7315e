"""Recognises sentences that tell how a contest went, and the sport or game a series is in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hypermem_core.types import Episode

RESULTS = "results of "  # how the key of someone's results begins
# Results of a contest: a series of them is one thread, whatever each contest is called.
_ORDINAL = (
    "(?:\\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
)
_RESULT = re.compile(
    r"\b(?:tournaments?|contests?|competitions?|championships?|podium|medal|trophy|personal best|"
    rf"(?:came|finished|placed|ranked)\s(?:in\s)?(?:\w+\s)?(?:{_ORDINAL}|last)\b|"
    rf"{_ORDINAL} (?:place|overall|out of)|points? (?:out of|ahead|behind)|"
    r"(?:swam|ran|rowed|cycled|skied|finished|won|lost|entered|played) (?:\w+ ){0,3}"
    r"(?:race|marathon|match|rapid|open|cup|league|derby|kilomet\w+|miles|swim)|"
    r"kilomet\w+|withdrew|round (?:one|two|three|four|five|six|\d)|"
    r"chess|tennis|football|basketball|golf|marathon|triathlon|regatta)\b",
    re.IGNORECASE,
)
# How a word that tells of a sport or game begins → what it is called.
SPORTS = {
    "swim": "swimming", "swam": "swimming", "chess": "chess", "tennis": "tennis", "golf": "golf",
    "football": "football", "soccer": "football", "basketball": "basketball", "marathon": "running",
    "ski": "skiing", "skat": "skating", "climb": "climbing", "cycl": "cycling", "surf": "surfing",
    "danc": "dance", "gaming": "gaming", "poker": "poker",
}  # fmt: skip
_SPORT = re.compile(rf"\b(?:{'|'.join(SPORTS)})[a-z]*", re.IGNORECASE)


def tells_result(sentence: str) -> bool:
    """Say whether a sentence tells how a contest went."""
    return _RESULT.search(sentence) is not None


def contest_name(episodes: Sequence[Episode]) -> str:
    """Return what the contests of these episodes are in, "contests" if no sport is named."""
    counts: Counter[str] = Counter()
    for episode in episodes:
        found = {match.lower() for match in _SPORT.findall(episode.text or episode.summary)}
        counts.update({SPORTS[stem] for stem in SPORTS for word in found if word.startswith(stem)})
    best = min(counts, key=lambda sport: (-counts[sport], sport), default="")
    return f"{best} results" if counts[best] >= max(2, len(episodes) / 4) else "contests"
