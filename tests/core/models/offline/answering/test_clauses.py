"""Clauses without the words that only say when."""

from hypermem_core.models.offline.answering.clauses import clauses


def test_a_sentence_falls_into_clauses_and_loses_its_time() -> None:
    text = "Last week Ann rowed to Leeds because it rained, but Bo stayed."
    assert clauses(text) == ["Ann rowed to Leeds", "it rained", "Bo stayed"]


def test_an_enumeration_stays_one_clause() -> None:
    assert clauses("Ann packed bread, cheese and two oars.") == [
        "Ann packed bread, cheese and two oars"
    ]
