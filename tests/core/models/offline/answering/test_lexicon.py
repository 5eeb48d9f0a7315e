"""Kinds of things and their members."""

from hypermem_core.models.offline.answering.lexicon import members, pattern


def test_members_are_found_for_the_singular_and_the_plural() -> None:
    text = "Ann plays the flute and the Cello, and the flute best."
    assert members("instrument", text) == members("instruments", text) == ["flute", "Cello"]
    assert members("countries", "Ann left Sweden for New Zealand.") == ["Sweden", "New Zealand"]


def test_a_kind_that_is_not_listed_has_no_members() -> None:
    assert pattern("oar") is None and members("oar", "Ann rows.") == []


def test_a_country_has_a_capital() -> None:
    assert members("country", "Ann ate turkey.") == []
