from hypermem_core.models.offline.queries import questions


def test_a_dated_deed_is_asked_when_and_what() -> None:
    text = "Ana went to a pottery class yesterday (14 May 2024). Ana made a blue bowl."
    assert questions(text, ["Ana", "Ben"], "2024-05-14", "", "", "") == [
        "When did Ana go to a pottery class?",
        "What did Ana make?",
    ]


def test_the_question_replied_to_comes_first_and_three_are_enough() -> None:
    asked = "What does Ana like?"
    found = questions("Ana likes tea. Ana has a cat. Ana sells pots.", ["Ana"], "", "", asked, "")
    assert found[0] == asked and len(found) == 3


def test_other_texts_are_asked_by_their_words() -> None:
    assert questions("The cats sleep.", ["Ana"], "", "", "", "") == [
        "What did Ana say about cats and sleep?"
    ]


def test_chinese_dates_are_asked_for() -> None:
    found = questions("丽丽昨天（2024年5月14日）去了医院。", ["丽丽"], "2024-05-14", "", "", "")
    assert found[0] == "丽丽什么时候去了医院？"
