"""The span for each kind of question."""

import pytest

from hypermem_core.models.offline import spans


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ann move?", "when"),
        ("What year did Ann move?", "when"),
        ("Where does Bo work?", "where"),
        ("Who gave Ann the cup?", "who"),
        ("How many cups did Ann win?", "how many"),
        ("How long has Ann rowed?", "how long"),
        ("Does Ann like tea?", "yes/no"),
        ("What does Ann like?", "what"),
        ("林悦什么时候开始学陶艺？", "when"),
        ("周航在哪里工作？", "where"),
        ("她做了几个杯子？", "how many"),
        ("林悦养狗吗？", "yes/no"),
        ("谁认错了鸟？", "who"),
    ],
)
def test_kinds_of_questions(question: str, kind: str) -> None:
    assert spans.kind_of(question) == kind


def test_a_line_has_a_date_said_a_text_and_a_date_of_the_event() -> None:
    line = "[8 May 2023] Ann rowed. (7 May 2023)"
    assert spans.parts(line) == ("8 May 2023", "Ann rowed.", "7 May 2023")
    assert spans.parts("Ann (a rower) rowed") == ("", "Ann (a rower) rowed", "")


def test_when_prefers_the_event_to_the_telling() -> None:
    assert spans.when("?", "[8 May 2023] Ann rowed. (7 May 2023)") == "7 May 2023"
    assert spans.when("?", "[8 May 2023] Ann rowed on May 1, 2023.") == "May 1, 2023"
    assert spans.when("?", "[8 May 2023] Ann rowed.") == "8 May 2023"


def test_where_who_and_how_long() -> None:
    assert spans.where("Where does Bo live?", "Bo lives in New Haven now.") == "New Haven"
    assert spans.where("Where is Bo's desk?", "Bo put the desk in the attic.") == "the attic"
    assert spans.who("Who taught Bo?", "Bo was taught by Clara.") == "Clara"
    assert spans.who("Who taught Bo?", "Bo learnt it from his father.") == "his father"
    assert spans.how_long("How long did Bo row?", "Bo rowed for three years.") == "three years"


def test_a_stated_number_must_count_what_is_asked_for() -> None:
    assert spans.number("How many cups?", "Ann won seven silver cups in 2 days.") == "7"
    assert spans.number("How many plates?", "Ann won seven silver cups.") == ""


def test_yes_or_no() -> None:
    assert spans.yes_or_no("Does Ann swim?", "Ann does not swim.") == "No"
    assert spans.yes_or_no("Does Ann swim?", "Ann swims.") == "Yes"
    assert spans.yes_or_no("林悦养猫吗？", "林悦没养猫。") == "没有"


def test_what_says_only_what_the_question_does_not() -> None:
    line = "[8 May 2023] It rained. Ann adopted a grey cat."
    assert spans.what("What did Ann adopt?", line) == "a grey cat"


def test_when_reads_the_date_resolved_inside_the_text() -> None:
    line = "[7 May 2023] It rained. Ann rowed yesterday (6 May 2023) in Leeds."
    assert spans.when("When did Ann row?", line) == "6 May 2023"


def test_a_colour_an_amount_or_a_name_is_given_alone() -> None:
    colour = spans.which("What colour is the boat?", "The boat is dark green and old.")
    assert colour == "dark green"
    assert spans.which("How much was the oar?", "The oar cost thirty pounds.") == "thirty pounds"
    assert spans.which("Which club did Ann join?", "Ann joined the Leeds Oars.") == "Leeds Oars"


def test_a_part_of_a_number_in_the_question_counts() -> None:
    assert spans.number("How many of the nine oars broke?", "Three of the nine oars broke.") == "3"


def test_a_hedged_question_gets_a_hedged_answer() -> None:
    assert spans.yes_or_no("Would Ann likely row?", "Ann rows.") == "Likely yes"


def test_a_span_is_short() -> None:
    line = "Ann packed " + " ".join(f"thing{n}" for n in range(30))
    assert len(spans.what("What did Ann pack?", line).split()) == spans.LIMIT


def test_names_that_most_lines_hold_are_the_speakers() -> None:
    lines = ["Ann met Clara."] + ["Later, Ann rowed."] * 9
    assert "Ann" in spans.usual_names(lines) and "Clara" not in spans.usual_names(lines)
