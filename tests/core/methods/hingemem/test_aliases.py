from hypermem_core.methods.hingemem.aliases import canonical


def test_a_short_form_joins_the_speaker_it_shortens() -> None:
    found = canonical(["Mel", "melanie", "Dr. Smith", "Smith"], ["Melanie", "Ana"])
    assert found["Mel"] == "Melanie" and found["melanie"] == "Melanie"
    assert found["Smith"] == found["Dr. Smith"] == "Dr. Smith"


def test_a_full_name_joins_the_speaker() -> None:
    assert canonical(["Ana Reyes"], ["Ana", "Ben"])["Ana Reyes"] == "Ana"


def test_a_name_that_may_be_two_stays_itself() -> None:
    found = canonical(["Sam", "Samuel", "Samantha"], ["Ana"])
    assert found["Sam"] == "Sam"


def test_kin_keeps_its_owner_resolved() -> None:
    found = canonical(["Mel's son", "Melanie's son", "Ana's son"], ["Melanie", "Ana"])
    assert found["Mel's son"] == found["Melanie's son"] == "Melanie's son"
    assert found["Ana's son"] == "Ana's son"


def test_pronouns_are_nobody() -> None:
    assert set(canonical(["I", "they", "", "Clara"], ["Ana"])) == {"Ana", "Clara"}
