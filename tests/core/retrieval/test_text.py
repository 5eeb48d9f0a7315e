from dataclasses import replace
from datetime import datetime

import pytest

from hypermem_core.retrieval.text import (
    bm25_text,
    chunk_line,
    count_tokens,
    dense_text,
    heading,
    line,
    tokenize,
    turn_ids,
)
from hypermem_core.types import Chunk, Element, Episode, Fact, Mention, Segment, Topic


def test_joined_words_are_terms_whole_and_in_parts() -> None:
    assert tokenize("my well-known e-mail") == ["well-known", "well", "known", "e-mail", "mail"]


def test_numbers_and_dates_are_terms() -> None:
    assert tokenize("On 2024-05-07 at 7, 42") == ["2024-05-07", "2024", "05", "07", "7", "42"]


@pytest.mark.parametrize("text", ["She'll be there", "It isn’t", "I don't", "don’t you?", "", "…"])
def test_stop_words_and_contractions_are_no_terms(text: str) -> None:
    assert tokenize(text) == []


def test_stems_bring_forms_and_possessives_together() -> None:
    assert tokenize("Running dogs' Anna's") == tokenize("run dog Anna")


def test_words_that_look_like_contractions_stay() -> None:
    assert tokenize("ill wed shed") == ["ill", "wed", "shed"]


def test_chinese_gives_characters_and_pairs() -> None:
    assert tokenize("喜欢猫") == ["喜", "欢", "猫", "喜欢", "欢猫"]


def test_bm25_text_weighs_by_repetition() -> None:
    fact = Fact("f", "alpha", ("beta",), ("gamma",), "2024-05", "Leeds")
    words = bm25_text(fact).split()
    assert [words.count(w) for w in ("alpha", "beta", "gamma", "2024-05", "Leeds")] == [
        3,
        2,
        1,
        1,
        1,
    ]
    topic = bm25_text(Topic("t", "alpha", "beta", ("gamma",))).split()
    assert [topic.count(w) for w in ("alpha", "beta", "gamma")] == [3, 1, 2]
    episode = bm25_text(Episode("e", "alpha", "beta", "gamma", (), keywords=("delta",))).split()
    assert [episode.count(w) for w in ("alpha", "beta", "gamma", "delta")] == [3, 2, 1, 1]


def test_dense_text_says_each_part_once_and_leaves_out_empty_ones() -> None:
    assert dense_text(Fact("f", "a", ("b?",), ("c",), "", "d")) == "a b? c d"
    assert dense_text(Topic("t", "a", "b", ("c",))) == "a b"
    assert dense_text(Chunk("c", "[8 May 2024] Ana: hi", ("D1:1",))) == "Ana: hi"


def test_line_puts_the_day_it_was_said_first() -> None:
    fact = Fact("f", "Ana adopted a cat.", said="2024-05-04")
    assert line(fact) == "[4 May 2024] Ana adopted a cat."


def test_line_adds_when_it_happened_if_that_is_another_day() -> None:
    fact = Fact("f", "Ana adopted a cat.", said="2024-05-04", when="2024-05-03")
    assert line(fact) == "[4 May 2024] Ana adopted a cat. (3 May 2024)"


@pytest.mark.parametrize("stated", ["3 May 2024", "May 3, 2024", "2024-05-03"])
def test_line_does_not_repeat_a_date_the_text_states(stated: str) -> None:
    text = f"Ana adopted a cat on {stated}."
    assert line(Fact("f", text, when="2024-05-03")) == text


def test_line_reads_months_and_years() -> None:
    assert line(Fact("f", "x", when="2024-05")) == "[May 2024] x"
    assert line(Fact("f", "x", when="2024")) == "[2024] x"
    assert line(Fact("f", "x", when="someday in May")) == "[someday in May] x"
    assert line(Fact("f", "x")) == "x"


def test_lines_of_the_other_nodes() -> None:
    day = datetime(2024, 5, 4, 10)
    assert line(Episode("e", "T", "They met.", "", (), day)) == "[4 May 2024] They met."
    assert line(Topic("t", "Cats", "About cats.")) == "Cats: About cats."
    assert chunk_line("Ana", "hi", day) == "[4 May 2024] Ana: hi"
    assert chunk_line("Ana", "hi", None) == "Ana: hi"


def test_a_segments_line_names_its_fields_but_not_the_day_twice() -> None:
    segment = Segment(
        "s", "They met.", ("D1:1",), (), datetime(2024, 5, 4, 10), persons=("Ana", "Ben")
    )
    assert line(segment) == "[4 May 2024] They met. (persons: Ana, Ben)"
    timed = replace(segment, times=("2024-05-04", "2023"), topics=("cats",), persons=())
    assert line(timed) == "[4 May 2024] They met. (times: 2023; topics: cats)"
    assert heading(timed) == "4 May 2024"
    assert dense_text(segment) == bm25_text(segment) == "They met."
    assert turn_ids(segment) == ("D1:1",)


def test_an_element_shows_its_aliases_and_rests_on_its_mentions() -> None:
    mentions = (Mention("Mel", "D1:1"), Mention("Melanie", "D1:1"), Mention("Mel", "D2:4"))
    element = Element("person-001", "Melanie", "person", mentions, ("Mel",))
    assert line(element) == "Melanie (Mel)"
    assert turn_ids(element) == ("D1:1", "D2:4")


def test_tokens_are_word_pieces_without_special_ones() -> None:
    assert count_tokens("the cat sat") == 3
    assert count_tokens("") == 0
