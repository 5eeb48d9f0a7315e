from datetime import datetime

from hypermem_core.models.offline.hingemem.boundaries import reply
from hypermem_core.types import Conversation, Turn

SAID = datetime(2024, 5, 8, 10, 0)


def chat(*lines: tuple[str, str]) -> list[Turn]:
    return [Turn(f"D1:{n}", who, text, SAID) for n, (who, text) in enumerate(lines, 1)]


def test_every_turn_is_in_one_segment_in_order(tiny: Conversation) -> None:
    session = [turn for turn in tiny.turns if turn.session == 1]
    found = reply(session)
    assert [t for item in found.segments for t in item.turn_ids] == [t.id for t in session]
    assert found.segments[0].reason == "change_time"


def test_a_segment_is_never_longer_than_allowed() -> None:
    turns = chat(*[("Ana", f"I like cats, cat number {n}.") for n in range(12)])
    assert max(len(item.turn_ids) for item in reply(turns, max_turns=5).segments) <= 5


def test_a_new_subject_begins_a_segment_and_says_why() -> None:
    turns = chat(
        ("Ana", "I adopted a grey cat, the cat sleeps on the sofa."),
        ("Ben", "A cat on a sofa is a happy cat."),
        ("Ana", "The cat purrs on the sofa all day, a lazy cat."),
        ("Ben", "By the way, I flew to Rome last month for a concert."),
        ("Ana", "A concert in Rome! Which band played the concert?"),
        ("Ben", "A jazz band; the concert hall in Rome was full."),
    )
    found = reply(turns)
    assert [item.turn_ids for item in found.segments] == [
        ["D1:1", "D1:2", "D1:3"],
        ["D1:4", "D1:5", "D1:6"],
    ]
    assert found.segments[1].reason == "explicit_marker"
    assert found.segments[1].locations == ["Rome"]


def test_no_turns_no_segments() -> None:
    assert reply([]).segments == []
