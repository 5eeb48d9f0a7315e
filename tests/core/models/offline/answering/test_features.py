"""What speaks for a span."""

import pytest

from hypermem_core.models.offline.answering.candidates import Span, read_clauses
from hypermem_core.models.offline.answering.features import of_sentence, of_span, rareness, wanted
from hypermem_core.models.offline.answering.kinds import asked
from hypermem_core.models.offline.answering.lines import read
from hypermem_core.models.offline.answering.support import supports
from hypermem_core.types import Evidence

WANT = wanted(asked("What instrument did Ann buy?"), frozenset({"ann"}), {})


def span(text: str, start: int, end: int) -> Span:
    return Span(read_clauses(text)[0], start, end)


def test_a_member_of_the_kind_after_the_verb_asked_for() -> None:
    found = of_span(WANT, span("Ann bought an old flute in Leeds.", 2, 5))
    assert found["member"] == found["after verb"] == found["article"] == 1.0
    assert found["people"] == found["dated"] == found["ends clause"] == 0.0
    assert found["size"] == pytest.approx(0.3)


def test_a_date_and_a_speaker_speak_for_themselves() -> None:
    found = of_span(WANT, span("Ann rowed on Sunday.", 0, 4))
    assert found["dated"] == found["people"] == found["opens clause"] == 1.0


def test_a_term_of_one_line_is_rarer_than_one_of_all() -> None:
    rare = rareness([read("Ann rowed."), read("Ann sang."), read("Ann ate.")])
    assert rare["row"] == 1.0 and 0.0 < rare["ann"] < 0.5


def test_a_sentence_gives_its_place_and_cover() -> None:
    told = [Evidence("fact-0001", "fact", "Ann bought a flute.", ("D1:1",), 1.0, 10)]
    (support,) = supports(WANT.asked, told)
    found = of_sentence(support, support.score, 0)
    assert found["behind"] == 0.0 and found["first"] == found["named"] == 1.0
    assert 0.0 < found["covered"] < 1.0
