"""What a question asks for."""

import pytest

from hypermem_core.models.offline.answering.kinds import asked, kind_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Ann move?", "when"),
        ("What year did Ann move?", "when"),
        ("Where does Bo work?", "where"),
        ("Who gave Ann the cup?", "who"),
        ("How many cups did Ann win?", "how many"),
        ("How long has Ann rowed?", "how long"),
        ("How often does Ann row?", "how often"),
        ("How does Ann feel?", "how"),
        ("Why did Ann row?", "why"),
        ("Does Ann like tea?", "yes/no"),
        ("What does Ann like?", "what"),
        ("How much was the oar?", "what"),
        ("林悦什么时候开始学陶艺？", "when"),
        ("周航在哪里工作？", "where"),
        ("她做了几个杯子？", "how many"),
        ("林悦养狗吗？", "yes/no"),
        ("谁认错了鸟？", "who"),
        ("林悦为什么搬家？", "why"),
    ],
)
def test_kinds_of_questions(question: str, kind: str) -> None:
    assert kind_of(question) == kind


def test_a_question_is_read_into_head_verb_names_and_dates() -> None:
    found = asked("What instrument did Ann buy on 7 May, 2023?")
    assert (found.head, found.verb) == ("instrument", "buy")
    assert found.names == {"ann"} and found.dates == ("2023-05-07",)
    assert "2023" not in found.terms and "buy" in found.terms


def test_a_plural_asks_for_several_things() -> None:
    assert asked("Which cities did Ann visit?").many
    assert not asked("Which city did Ann visit?").many
    assert not asked("What news did Ann bring?").many


def test_the_period_of_a_count_is_no_part_of_the_thing_counted() -> None:
    assert asked("How many races in May 2024?").terms == {"race"}
