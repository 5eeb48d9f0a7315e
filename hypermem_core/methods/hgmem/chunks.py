"""Chunks: whole turns of one session packed to a size, each repeating the end of the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hypermem_core.models.offline.sentences import sentences
from hypermem_core.retrieval.text import count_tokens, day
from hypermem_core.types import Chunk, Conversation, Turn


@dataclass(frozen=True, slots=True)
class Window:
    """A chunk with the turns it is the first to hold, and those it repeats."""

    chunk: Chunk
    turns: tuple[Turn, ...]
    before: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A turn, or a part of one that is longer than a chunk, with its tokens."""

    turn: Turn
    tokens: int


def windows(conversation: Conversation, most: int = 200, overlap: int = 50) -> Iterator[Window]:
    """Yield the chunks of every session in order, each of at most `most` tokens.

    A chunk begins with its session's date, which counts. It repeats the trailing turns of the
    chunk before that are worth at most `overlap` tokens. A turn longer than a chunk is cut
    between sentences, and a sentence longer than a chunk between words.
    """
    number = 0
    for _, group in groupby(conversation.turns, key=lambda turn: turn.session):
        session = list(group)
        head = count_tokens(_head(session[0]))
        pieces = [piece for turn in session for piece in _pieces(turn, most - head)]
        for start, fresh, end in _spans([p.tokens for p in pieces], most - head, overlap):
            number += 1
            held = [piece.turn for piece in pieces[start:end]]
            text = _head(session[0]) + "\n".join(_line(turn) for turn in held)
            ids = tuple(dict.fromkeys(turn.id for turn in held))
            chunk = Chunk(f"chunk-{number:04}", text, ids, len(ids))
            yield Window(chunk, tuple(held[fresh - start :]), tuple(held[: fresh - start]))


def _spans(tokens: Sequence[int], most: int, overlap: int) -> Iterator[tuple[int, int, int]]:
    """Yield (start, first new, end) of each chunk over pieces of these sizes."""
    start = fresh = 0
    while fresh < len(tokens):
        size, end = sum(tokens[start:fresh]), fresh
        while end < len(tokens) and (size + tokens[end] <= most or end == fresh):
            size += tokens[end]
            end += 1
        while start < fresh and size > most:  # what is repeated must not push out what is new
            size -= tokens[start]
            start += 1
        yield start, fresh, end
        repeated, start = 0, end
        while start > fresh and repeated + tokens[start - 1] <= overlap:
            start -= 1
            repeated += tokens[start]
        fresh = end


def _head(turn: Turn) -> str:
    return f"[{day(turn.time)}] " if turn.time else ""


def _line(turn: Turn) -> str:
    return f"{turn.speaker}: {turn.content}" if turn.speaker else turn.content


def _pieces(turn: Turn, most: int) -> Iterator[_Piece]:
    tokens = count_tokens(_line(turn))
    if tokens <= most:
        yield _Piece(turn, tokens)
        return
    room = max(most - count_tokens(f"{turn.speaker}: ") - 1, 1)
    for text in _packed(_units(turn.content, room), room):
        part = replace(turn, text=text, caption="")
        yield _Piece(part, count_tokens(_line(part)))


def _units(text: str, room: int) -> Iterator[str]:
    """Yield sentences, and words where a sentence is too long by itself."""
    for sentence in sentences(text):
        if count_tokens(sentence) <= room:
            yield sentence
        else:
            for word in sentence.split():  # a word that is longer than a chunk: by characters
                yield from (word[i : i + room] for i in range(0, len(word), room))


def _packed(units: Iterator[str], room: int) -> Iterator[str]:
    held: list[str] = []
    size = 0
    for unit in units:
        tokens = count_tokens(unit)
        if held and size + tokens > room:
            yield " ".join(held)
            held, size = [], 0
        held.append(unit)
        size += tokens
    if held:
        yield " ".join(held)
