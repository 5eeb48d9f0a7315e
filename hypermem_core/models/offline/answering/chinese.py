"""The words of a Chinese sentence that answer: a place, or the clause that says most of it."""

from __future__ import annotations

import re

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms

LIMIT = 30  # a longer sentence is cut to its clause
_PLACE = re.compile(r"[在到去回从]([^，。！？\s的了]{2,8})")
_CLAUSES = re.compile(r"[，。！？；：]")
_MARKS = " ，。！？；："


def phrase(asked: Asked, text: str) -> str:
    """Return the place a sentence names, if one is asked for, else its best clause."""
    if asked.kind == "where":
        for match in _PLACE.finditer(text):
            if match[1] not in asked.text:
                return match[1]
    if len(text) <= LIMIT or not _CLAUSES.search(text):
        return text.strip(_MARKS)
    pieces = [piece for piece in _CLAUSES.split(text) if piece]
    return max(pieces, key=lambda piece: len(asked.terms & set(terms(piece)))).strip(_MARKS)
