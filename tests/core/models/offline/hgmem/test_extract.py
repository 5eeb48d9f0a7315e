from datetime import datetime

from hypermem_core.models.offline.hgmem.extract import SENTENCE_WORDS, reply
from hypermem_core.models.offline.sentences import words
from hypermem_core.types import Turn

TIME = datetime(2024, 5, 4)


def test_a_statement_ties_its_speaker_to_what_it_names() -> None:
    turns = (
        Turn("D1:1", "Ana", "I adopted a cat named Pixel yesterday.", TIME),
        Turn("D1:2", "Ben", "Wow, great!", TIME),
    )
    found = reply(turns, (), ("Ana", "Ben"))
    (statement,) = found.statements  # praise states nothing
    assert statement.turn_ids == ["D1:1"] and statement.when == "2024-05-03"
    assert statement.entities[0] == "Ana" and {"Pixel", "cat"} <= set(statement.entities)
    assert {item.name: item.type for item in found.entities}["Ana"] == "person"


def test_another_speaker_who_is_named_is_tied_too() -> None:
    turn = Turn("D1:1", "Ana", "Your boat is ready.", TIME)
    before = (Turn("D1:0", "Ben", "Well?", TIME),)
    (statement,) = reply((turn,), before, ("Ana", "Ben")).statements
    assert statement.entities[:2] == ["Ana", "Ben"]


def test_a_document_keeps_its_words_in_pieces_of_sentences() -> None:
    text = " ".join(f"The mill number {n} was built by the river." for n in range(9))
    found = reply((Turn("D1:1", "Document", text),))
    assert " ".join(one.text for one in found.statements) == text
    assert max(len(words(one.text)) for one in found.statements) <= SENTENCE_WORDS
    assert not {"Document"} & {item.name for item in found.entities}
