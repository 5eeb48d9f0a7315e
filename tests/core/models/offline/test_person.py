import pytest

from hypermem_core.models.offline.person import companions, rewrite


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm tired.", "Ana is tired."),
        ("I've moved.", "Ana has moved."),
        ("I love tea and enjoy cake.", "Ana loves tea and enjoys cake."),
        ("I don't swim.", "Ana doesn't swim."),
        ("I just want to go and see it.", "Ana just wants to go and see it."),
        ("I took my cat to the vet.", "Ana took their cat to the vet."),
        ("My cat likes me.", "Ana's cat likes Ana."),
        ("Do you like it?", "Does Ben like it?"),
        ("You'd be a good cook.", "Ben would be a good cook."),
        (
            "I'd entered the race and I'd gone home.",
            "Ana had entered the race and Ana had gone home.",
        ),
        ("I'd read it, and I'd love to go.", "Ana would read it, and Ana would love to go."),
        ("How are you, Ben?", "How is Ben?"),
        ("Let me help you feel better.", "Let Ana help Ben feel better."),
        ("Me and my sister sang.", "Ana and their sister sang."),
        ('I said "I love you" to him.', 'Ana said "I love you" to him.'),
        ("我和你一起去。", "Ana和Ben一起去。"),
        ("", ""),
    ],
)
def test_first_and_second_person_become_names(said: str, told: str) -> None:
    assert rewrite(said, "Ana", "Ben") == told


def test_we_names_the_company_that_the_text_names() -> None:
    told = rewrite("I took my kids out. We made pots and we loved it.", "Ana", "Ben")
    assert told == "Ana took their kids out. Ana and the kids made pots and they loved it."
    assert companions("We sang.") == ""


def test_without_another_speaker_you_stays() -> None:
    assert rewrite("I see you.", "Ana") == "Ana sees you."
