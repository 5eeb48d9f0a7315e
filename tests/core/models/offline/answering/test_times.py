"""Dates, durations and how often."""

from hypermem_core.models.offline.answering import times
from hypermem_core.models.offline.answering.lines import read


def when(question: str, text: str, sentence: int = 0) -> str:
    line = read(text)
    return times.when(question, line, line.sentences[sentence])


def test_when_prefers_the_event_to_the_telling() -> None:
    assert when("?", "[8 May 2023] Ann rowed. (7 May 2023)") == "7 May 2023"
    assert when("?", "[8 May 2023] Ann rowed on May 1, 2023.") == "May 1, 2023"
    assert when("?", "[8 May 2023] Ann rowed.") == "8 May 2023"


def test_when_reads_the_date_resolved_inside_the_sentence() -> None:
    line = "[7 May 2023] It rained last week (week of 24 April 2023). Ann rowed (6 May 2023)."
    assert when("When did Ann row?", line, 1) == "6 May 2023"


def test_a_week_just_before_the_telling_is_said_as_people_say_it() -> None:
    assert times.spoken("week of 29 May 2023", "9 June 2023") == "the week before 9 June 2023"
    assert times.spoken("week of 1 May 2023", "9 June 2023") == "week of 1 May 2023"
    assert times.spoken("weekend of 3 June 2023", "9 June 2023") == "the weekend before 9 June 2023"
    assert times.spoken("7 May 2023", "9 June 2023") == "7 May 2023"


def test_a_date_is_no_finer_than_asked() -> None:
    assert times.at_grain("What year did Ann row?", "7 May 2023") == "2023"
    assert times.at_grain("Which month was it?", "7 May 2023") == "May 2023"
    assert times.at_grain("When was it?", "7 May 2023") == "7 May 2023"
    assert times.at_grain("她什么时候开始？", "2023-05-07") == "2023年5月7日"
    assert times.at_grain("她哪年开始？", "2023年5月7日") == "2023年"
    assert times.at_grain("她几月开始？", "2023年5月7日") == "2023年5月"


def test_durations_and_frequencies() -> None:
    assert times.how_long("Bo rowed for three years.") == "three years"
    assert times.how_long("Bo has rowed since 2016.") == "since 2016"
    assert times.how_long("Bo rows.") == ""
    assert times.how_often("Bo rows at least twice a week.") == "at least twice a week"
    assert times.how_often("Bo rows.") == ""
