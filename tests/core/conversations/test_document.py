"""A text file that is no chat is read as a document; a chat stays a chat."""

import pytest

from hypermem_core.conversations import load_text
from hypermem_core.conversations.document import is_prose, is_text_file, read_document
from hypermem_core.conversations.findings import Findings
from hypermem_core.errors import DataError

STORY = """# The mill

The mill stood by the river. It was built in 1820
and burnt down twice.

Note: nobody was hurt.

## The miller

Tom Reed bought it in 1901.
"""


def test_paragraphs_are_turns_and_headings_open_sessions() -> None:
    (found,) = load_text(STORY, "mill.md").conversations
    assert [(turn.id, turn.text) for turn in found.turns] == [
        ("D1:1", "The mill stood by the river. It was built in 1820 and burnt down twice."),
        ("D1:2", "Note: nobody was hurt."),
        ("D2:1", "Tom Reed bought it in 1901."),
    ]
    assert [session.time_text for session in found.sessions] == ["The mill", "The miller"]
    assert (found.title, found.speakers) == ("mill", ("Document",))
    assert load_text(STORY, "mill.md").report.format == "document"


def test_the_same_text_has_the_same_id_and_another_text_another() -> None:
    first, again = (load_text(STORY, "mill.md").conversations[0].id for _ in range(2))
    other = load_text(STORY + "\nMore.\n", "mill.md").conversations[0].id
    assert first == again != other


def test_a_chat_in_a_text_file_is_still_a_chat() -> None:
    loaded = load_text("Ana: Hi Ben!\nBen: Hi, how are\nyou?\nAna: Fine.", "chat.txt")
    assert loaded.report.format == "transcript"
    assert len(loaded.conversations[0].turns) == 3


def test_a_paste_is_never_taken_for_a_document() -> None:
    with pytest.raises(DataError, match="fewer than two lines"):
        load_text("The mill stood by the river.\n\nIt burnt down.", "paste")


def test_two_accidental_colons_in_forty_lines_make_no_chat() -> None:
    assert is_prose("line\n" * 40, spoken=2)  # 2 < 0.1 * 40
    assert not is_prose("line\n" * 40, spoken=4)
    rows = [f"It rained on the {n}th day of the year.\n" for n in range(40)]
    rows[3], rows[9] = "Note: it is wet.\n", "Moral: take a coat.\n"
    assert load_text("\n".join(rows), "rain.txt").report.format == "document"


def test_a_text_without_blank_lines_is_cut_every_five_sentences() -> None:
    text = " ".join(f"Sentence {n}." for n in range(12))
    (found,) = read_document(text, "plain.txt", Findings())
    assert [turn.text.count("Sentence") for turn in found.turns] == [5, 5, 2]


def test_names_of_text_files() -> None:
    assert is_text_file("A.TXT") and is_text_file("b.md")
    assert not is_text_file("c.json") and not is_text_file("paste")


def test_nothing_but_rules_is_no_document() -> None:
    with pytest.raises(DataError, match="no paragraph"):
        load_text("----\n\n====\n", "empty.txt")
