from collections import Counter
from datetime import datetime

from hypermem_core.models.offline.hingemem.elements import places, reply, times, topics
from hypermem_core.replies import TimeItem
from hypermem_core.types import Turn

SAID = datetime(2024, 5, 8, 10, 0)


def turn(text: str, number: int = 1, speaker: str = "Ana") -> Turn:
    return Turn(f"D1:{number}", speaker, text, SAID)


def test_a_segment_tells_who_when_where_and_about_what() -> None:
    found = reply([turn("I started a pottery class in Leeds yesterday. The class is fun.")])
    assert found.persons == ["Ana"]
    assert found.times == [TimeItem("yesterday", "2024-05-07")]
    assert found.locations == ["Leeds"]
    assert found.topics[0] in {"class", "pottery"} and len(found.topics) <= 2
    assert "pottery class in Leeds yesterday (7 May 2024)" in found.description


def test_times_and_places_are_listed_once() -> None:
    turns = [turn("Yesterday I was in Rome."), turn("Yes, yesterday, in Rome, then in Bern.", 2)]
    assert [item.when for item in times(turns)] == ["2024-05-07"]
    assert places(turns, ["Ana"])[0] == "Rome"


def test_words_of_the_session_make_better_topics() -> None:
    text = "Ana painted a bowl near the harbour."
    assert topics(text, ["Ana"], Counter({"harbour": 6}))[0] == "harbour"


def test_small_talk_keeps_its_words() -> None:
    found = reply([turn("Hey!"), turn("Hi!", 2, "Ben")])
    assert found.description == "Ana: Hey! Ben: Hi!"
    assert found.topics == []
