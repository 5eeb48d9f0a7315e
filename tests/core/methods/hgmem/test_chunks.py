"""Chunks hold whole turns of one session, stay below their size and overlap a little."""

from datetime import datetime

import pytest

from hypermem_core.methods.hgmem.chunks import _spans, windows
from hypermem_core.retrieval.text import count_tokens
from hypermem_core.types import Conversation, Turn


def talk(*texts: str, session: int = 1) -> tuple[Turn, ...]:
    time = datetime(2024, 5, 4)
    return tuple(Turn(f"D{session}:{i}", "Ana", t, time, session) for i, t in enumerate(texts, 1))


def conversation(turns: tuple[Turn, ...]) -> Conversation:
    return Conversation("c", "Ana", ("Ana",), turns)


@pytest.mark.parametrize(
    ("tokens", "overlap", "expected"),
    [
        ([4, 4, 4, 4], 4, [(0, 0, 2), (1, 2, 3), (2, 3, 4)]),  # 4+4 | 4 again, 4 | 4 again, 4
        ([4, 4, 4, 4], 0, [(0, 0, 2), (2, 2, 4)]),
        ([4, 4, 2, 2], 2, [(0, 0, 3), (2, 3, 4)]),  # 4+4+2 | 2 again, 2
        ([4, 6, 5], 5, [(0, 0, 2), (2, 2, 3)]),  # 6 > 5: nothing is repeated
        ([12, 1], 5, [(0, 0, 1), (1, 1, 2)]),  # larger than a chunk: alone
        ([5, 5, 10], 5, [(0, 0, 2), (2, 2, 3)]),  # what is repeated must not push out the new
        ([3, 3], 3, [(0, 0, 2)]),  # no tail that only repeats
        ([], 3, []),
    ],
)
def test_spans_worked_out_by_hand(
    tokens: list[int], overlap: int, expected: list[tuple[int, int, int]]
) -> None:
    assert list(_spans(tokens, 10 if tokens != [4, 4, 4, 4] else 8, overlap)) == expected


def test_a_chunk_starts_with_its_date_and_knows_its_turns() -> None:
    (one,) = windows(conversation(talk("Hi.", "Bye.")))
    assert one.chunk.text == "[4 May 2024] Ana: Hi.\nAna: Bye."
    assert one.chunk.turn_ids == ("D1:1", "D1:2")
    assert one.before == ()


def test_no_chunk_is_too_large_and_every_turn_is_new_once() -> None:
    turns = talk(*(f"Number {n} of many turns about boats and mills." for n in range(40)))
    found = list(windows(conversation(turns), 60, 20))
    assert max(count_tokens(one.chunk.text) for one in found) <= 60
    assert [turn.id for one in found for turn in one.turns] == [turn.id for turn in turns]
    for before, after in zip(found, found[1:], strict=False):
        assert 1 <= len(after.before) < len(after.chunk.turn_ids)
        assert after.before == before.turns[-len(after.before) :]


def test_sessions_are_never_mixed() -> None:
    found = list(windows(conversation(talk("One.") + talk("Two.", session=2))))
    assert [one.chunk.turn_ids for one in found] == [("D1:1",), ("D2:1",)]


def test_a_turn_longer_than_a_chunk_is_cut_between_sentences() -> None:
    long = " ".join(f"Sentence number {n} is here." for n in range(30))
    found = list(windows(conversation(talk(long)), 60, 0))
    assert len(found) > 2
    assert all(count_tokens(one.chunk.text) <= 60 for one in found)
    assert all(one.chunk.turn_ids == ("D1:1",) for one in found)
    assert all(one.chunk.text.endswith(".") for one in found)


def test_a_sentence_without_an_end_is_cut_too() -> None:
    found = list(windows(conversation(talk("word " * 300 + "x" * 500)), 60, 0))
    assert all(count_tokens(one.chunk.text) <= 60 for one in found)
