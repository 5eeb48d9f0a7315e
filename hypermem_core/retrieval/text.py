"""What the indexes, the reranker and the answerer see of each node, and how it is tokenised."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache
from string import ascii_lowercase

import Stemmer

from hypermem_core.models.files import counting_tokenizer
from hypermem_core.types import Chunk, Element, Entity, Episode, Fact, Node, Segment, Topic

_STOP = """
a about above after again all am an and any are aren't as at be because been before being below
between both but by can can't could couldn't did didn't do does doesn't doing don't down during
each few for from further had hadn't has hasn't have haven't having he her here hers herself him
himself his how i if in into is isn't it its itself just let ll me might more most must mustn't my
myself no nor not now of off on once only or other our ours ourselves out over own re same shall
she should shouldn't so some such than that the their theirs them themselves then there these they
this those through to too under until up ve very was wasn't we were weren't what when where which
while who whom whose why will with won't would wouldn't you your yours yourself yourselves
"""
STOP_WORDS = frozenset(_STOP.split())
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['.:/\-][^\W_{CJK}]+)*")
_CJK_RUN = re.compile(rf"[{CJK}]")
_STRAIGHT = str.maketrans("’‐‑", "'--")  # typographic apostrophe and hyphens
_JOINT = re.compile(r"[.:/\-]")
_DATE_PREFIX = re.compile(r"^\[[^\]]*\d{4}\] ")
_stem = lru_cache(maxsize=65536)(Stemmer.Stemmer("english").stemWord)


def count_tokens(text: str) -> int:
    """Return the number of WordPiece tokens, special tokens not counted."""
    return len(counting_tokenizer().encode(text, add_special_tokens=False).ids)


def _grams(run: str) -> list[str]:
    return [*run, *(run[i : i + 2] for i in range(len(run) - 1))]


def _plain(word: str) -> list[str]:
    """Return one part of a word as a stem, or nothing if it is a stop word or a lone letter."""
    head, _, tail = word.partition("'")  # `she'll` goes with `she`, `anna's` is `anna`
    bare = head if tail == "s" else word.replace("'", "")
    if head in STOP_WORDS or word in STOP_WORDS or (len(bare) == 1 and bare in ascii_lowercase):
        return []
    return [_stem(bare)]


def tokenize(text: str) -> list[str]:
    """Return a text's terms for BM25: stems, numbers, dates, joined words whole and in parts."""
    terms: list[str] = []
    for word in _WORD.findall(text.lower().translate(_STRAIGHT)):
        if _CJK_RUN.match(word):
            terms += _grams(word)
            continue
        parts = _JOINT.split(word)
        if len(parts) > 1:
            terms.append(word)
        for part in parts:
            terms += _plain(part)
    return terms


def dense_text(node: Node) -> str:
    """Return the text whose embedding stands for the node."""
    if isinstance(node, Fact):
        return _joined(node.text, *node.queries, *node.keywords, node.when, node.where)
    if isinstance(node, Episode):
        return _joined(node.title, node.summary, node.text)
    if isinstance(node, Topic):
        return _joined(node.title, node.summary)
    return _DATE_PREFIX.sub("", node.text)


def bm25_text(node: Node) -> str:
    """Return the text BM25 indexes; a part said n times weighs n times (the paper's weights)."""
    if isinstance(node, Fact):
        words = [*[node.text] * 3, *node.queries * 2, *node.keywords, node.when, node.where]
    elif isinstance(node, Episode):
        words = [*[node.title] * 3, *[node.summary] * 2, node.text, *node.keywords]
    elif isinstance(node, Topic):
        words = [*[node.title] * 3, *node.keywords * 2, node.summary]
    else:
        words = [node.text]
    return _joined(*words)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def day(value: datetime | None) -> str:
    """Return a date as people write it, `7 May 2023`; empty for None."""
    return f"{value.day} {value:%B} {value.year}" if value else ""


def spoken_date(iso: str) -> str:
    """Return an ISO date or month in words (`7 May 2023`, `May 2023`), anything else unchanged."""
    try:
        if len(iso) == 7:
            return f"{date.fromisoformat(iso + '-01'):%B %Y}"
        return day(datetime.fromisoformat(iso[:10])) if len(iso) >= 10 else iso
    except ValueError:
        return iso


def line(node: Node) -> str:
    """Return the line of the context that the answerer reads for this node."""
    if isinstance(node, Fact):
        return _fact_line(node)
    if isinstance(node, Episode):
        stamp = day(node.start)
        return f"[{stamp}] {node.summary}" if stamp else node.summary
    if isinstance(node, Topic):
        return f"{node.title}: {node.summary}"
    if isinstance(node, Segment):
        return _segment_line(node)
    return node.text


def _segment_line(segment: Segment) -> str:
    """Return `[date] description (persons: …; locations: …)`: the fields that are not empty.

    The day it was said is not repeated among the times.
    """
    stamp = day(segment.start)
    said = segment.start.date().isoformat() if segment.start else ""
    fields = {
        "persons": segment.persons,
        "times": tuple(time for time in segment.times if time != said),
        "locations": segment.locations,
        "topics": segment.topics,
    }
    held = "; ".join(f"{name}: {', '.join(values)}" for name, values in fields.items() if values)
    head = f"[{stamp}] " if stamp else ""
    return f"{head}{segment.description}{f' ({held})' if held else ''}"


def heading(node: Node) -> str:
    """Return the date that `line` puts before this node's text; empty if it puts none."""
    found = re.match(r"\[(\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{4}|\d{4})\] ", line(node))
    return found.group(1) if found else ""


def chunk_line(speaker: str, content: str, time: datetime | None) -> str:
    """Return a verbatim turn as a line: `[8 May 2023] Speaker: text`."""
    said = f"{speaker}: {content}"
    return f"[{day(time)}] {said}" if time else said


def _states(text: str, iso: str) -> bool:
    return iso in text or _squeeze(spoken_date(iso)) in _squeeze(text) or _american(iso) in text


def _squeeze(text: str) -> str:
    return re.sub(r"[\s,]+", " ", text).lower()


def _american(iso: str) -> str:
    """Return `May 7, 2023`; the ISO text itself when it is no full date."""
    try:
        when = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{when:%B} {when.day}, {when.year}"


def _stamps(text: str, said: str, when: str) -> tuple[str, str]:
    """Return the date to put before the text and the one to put after it, each maybe empty."""
    before = said or when
    after = when if when and when[:10] != before[:10] and not _states(text, when) else ""
    return ("" if before and _states(text, before) else before), after


def _fact_line(fact: Fact) -> str:
    """Return `[said] text (when)`: a date the text already states is not repeated."""
    before, after = _stamps(fact.text, fact.said, fact.when)
    head = f"[{spoken_date(before)}] " if before else ""
    tail = f" ({spoken_date(after)})" if after else ""
    return f"{head}{fact.text}{tail}"


def turn_ids(node: Node) -> tuple[str, ...]:
    """Return the turns a node rests on; a topic names none itself."""
    return (
        node.turn_ids
        if isinstance(node, Chunk | Entity | Episode | Fact | Element | Segment)
        else ()
    )
