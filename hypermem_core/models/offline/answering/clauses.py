"""Cuts a sentence into clauses, without the words that only say when."""

from __future__ import annotations

import re

_STOPS = re.compile(
    r"[;:!?()…]|\.(?=\s|$)|\s[-–—]+\s|—|--+|,(?= (?:and |but |so |which|who|where|it|they|he|she|"
    r"that|as|since|because|though|especially|plus|or)\b)|,(?= [A-Z])|"
    r"\b(?:because|so that|although|though|while|whereas|unless|'cause|but|which|who|whenever)\b|"
    r"\band (?=(?:it|they|he|she|that|this|there|then|now|"
    r"[A-Z]\w+ (?:\w+(?:ed|s)|is|was|has|had))\b)|"
    r"\bso (?=[A-Z]|it\b|they\b|he\b|she\b)"
)
_TIMES = re.compile(
    r"\b(?:just |only |back |early |late |earlier |sometime )?"
    r"(?:(?:last|this|next|every|past|the other) "
    r"(?:week(?:end)?|month|year|night|summer|winter|spring|fall|autumn|day|time|few \w+|"
    r"mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
    r"|(?:a|an|one|two|three|four|five|six|seven|few|a few|a couple of|couple of|\d+) "
    r"(?:day|week|weekend|month|year|hour|minute)s? (?:ago|back|later)|yesterday|today|tonight|"
    r"tomorrow|recently|lately|currently|nowadays|these days|right now|"
    r"the day before yesterday)\b,?",
    re.I,
)


def clauses(text: str) -> list[str]:
    """Return the clauses of a sentence, without when they happened."""
    bare = _TIMES.sub(" ", text)
    return [piece.strip() for piece in _STOPS.split(bare) if piece and piece.strip()]
