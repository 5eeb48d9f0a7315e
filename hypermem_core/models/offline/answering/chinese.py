"""The words of a Chinese sentence that answer: a colour, an amount, a place, or its best clause."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypermem_core.models.offline.answering.kinds import Asked
from hypermem_core.models.offline.answering.lines import terms
from hypermem_core.models.offline.answering.support import Support

LIMIT = 30  # a longer sentence is cut to its clause
_PLACE = re.compile(r"[在到去回从]([^，。！？\s的了]{2,8})")
_CLAUSES = re.compile(r"[，。！？；：]")
READ = 12  # sentences in which a colour or an amount is looked for
_COLOUR = re.compile(r"[天深浅淡米咖]?[红橙黄绿青蓝紫粉灰黑白棕金银啡米]色")
_COUNTED = re.compile(r"(?:多少|几)(钱|[^\s？?，。]?)")
_NUMERAL = r"[\d零一二两三四五六七八九十百千万半]+"
_MARKS = " ，。！？；："


def stated(asked: Asked, ranked: Sequence[Support]) -> tuple[str, Support] | None:
    """Return the colour or the amount that the best sentences state; None if not asked for."""
    counted = _COUNTED.search(asked.text)
    if "颜色" in asked.text:
        pattern = _COLOUR
    elif counted and counted[1]:
        unit = "[元块]" if counted[1] == "钱" else re.escape(counted[1])
        pattern = re.compile(_NUMERAL + unit)
    else:
        return None
    for support in ranked[:READ]:
        found = pattern.search(support.sentence.text)
        if found and found[0] not in asked.text:
            return found[0], support
    return None


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
