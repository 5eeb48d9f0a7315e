from dataclasses import replace

from hypermem_core.reports.question_evidence import cut, grouped, question
from hypermem_core.types import (
    Answer,
    Custody,
    EvalRow,
    Evidence,
    Question,
    RetrievalTrace,
    TurnCustody,
    Verdict,
)

ITEMS = tuple(
    Evidence(f"fact-{n}", "fact", f"item {n} =", (f"D1:{n}",), 1.0, 5) for n in range(1, 21)
)
WAY = TurnCustody("D1:15", (), ("fact-15",), None, None, (), True, 15, None, "")


def row(loss: str = "not used") -> EvalRow:
    asked = Question("q", "What <b>now</b>?", "a cat", "temporal", ("D1:15",))
    custody = Custody("k", "c", asked.text, "temporal", (WAY,), loss, "because", "wrong", ("trap",))
    verdict = Verdict("wrong", "other words", (), "lexical (offline)")
    trace = RetrievalTrace("flat", asked.text, (), ITEMS)
    return EvalRow("c", asked, trace, Answer("a dog"), verdict, 0.25, custody=custody, tokens=99)


def test_a_question_tells_gold_answer_verdict_and_where_it_was_lost() -> None:
    html = question(row(), {("c", "D1:15"): "Ana: I have a cat."})
    for said in ("a cat", "a dog", "wrong (lexical (offline)). other words", "0.25", "trap"):
        assert said in html
    assert "not used. because" in html and "Ana: I have a cat." in html
    assert "What &lt;b&gt;now&lt;/b&gt;?" in html and "<b>now" not in html


def test_ten_items_are_shown_and_a_gold_one_wherever_it_stands() -> None:
    html = question(row(), {})
    assert "11 of 20 items, 99 tokens" in html
    assert '<li value="15">★ item 15' in html and "item 14" not in html


def test_groups_follow_the_way_of_a_turn_and_found_comes_last() -> None:
    bare = replace(row(), custody=None)
    names = grouped([bare, row("found"), row("not used"), row("not extracted"), row("odd")])
    assert list(names) == ["odd", "not extracted", "not used", "found", "not diagnosed"]


def test_a_word_without_end_is_cut_and_says_so() -> None:
    assert cut("x" * 10_000, 5) == "xxxxx… (10,000 signs)"
    assert cut("short", 5) == "short"
