"""Stated numbers, and counting."""

from hypermem_core.models.offline.answering.amounts import count, number, spelt
from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.types import Evidence


def item(number: int, text: str) -> Evidence:
    return Evidence(f"fact-{number:04}", "fact", text, (f"D1:{number}",), 1.0, 10)


def test_a_stated_number_must_count_what_is_asked_for() -> None:
    assert number(asked("How many cups?"), "Ann won seven silver cups in 2 days.") == "7"
    assert number(asked("How many plates?"), "Ann won seven silver cups.") == ""


def test_a_part_of_a_number_in_the_question_counts() -> None:
    broken = asked("How many of the nine oars broke?")
    assert number(broken, "Three of the nine oars broke.") == "3"


def test_counting_takes_distinct_days_of_the_person_asked_about() -> None:
    wins = [item(n, f"[9 May 2024] Ann won a cup. ({n} May 2024)") for n in (1, 2)]
    wins.append(item(3, "[10 May 2024] Ann won a cup. (2 May 2024)"))
    wins.append(item(4, "[9 May 2024] Ben won a cup. (3 May 2024)"))
    wanted = asked("How many cups did Ann win?")
    text, used, _ = count(wanted, supports(wanted, wins))
    assert (text, len(used)) == ("two", 3)


def test_small_numbers_are_written_in_words() -> None:
    cups, times = asked("How many cups?"), asked("How many times did Ann row?")
    assert [spelt(cups, n) for n in ("2", "12", "13")] == ["two", "twelve", "13"]
    assert [spelt(times, n) for n in ("1", "2", "3")] == ["once", "twice", "three"]
    assert spelt(asked("她做了几个杯子？"), "2") == "2"
