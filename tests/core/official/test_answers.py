from hypermem_core.conversations.findings import Findings
from hypermem_core.official.answers import ByQuestion, read_rows
from hypermem_core.types import Conversation, Question
from tests.core.official.test_graph import conversation
from tests.core.official.test_rankings import memory
from tests.core.official.tiny_run import QUESTION, results

__all__ = ["memory"]


def asked(*questions: Question) -> Conversation:
    import dataclasses

    return dataclasses.replace(conversation(), questions=questions)


GOLD = Question("q", QUESTION, "4 May 2024", "temporal", ("D1:1",))


def test_rows_of_one_question_are_given_out_one_by_one() -> None:
    rows = ByQuestion([{"q": "A  b"}, {"q": "A b", "n": 2}], "q")
    assert rows.take("A b") == {"q": "A  b"} and rows.take("A b") == {"q": "A b", "n": 2}
    assert rows.take("A b") is None and rows.left() == []


def rows(memory, **changes):  # type: ignore[no-untyped-def]
    files = {**results(), **changes}
    findings = Findings()
    found = read_rows(
        asked(GOLD),
        memory,
        files["search_results"],
        files["responses"],
        files["judged"],
        findings,
    )
    return found, {one.kind for one in findings.done()}


def test_an_answer_is_scored_as_it_was_judged(memory) -> None:  # type: ignore[no-untyped-def]
    (row,), found = rows(memory)
    assert row.verdict.label == "correct" and row.verdict.reason.startswith("2 of 3")
    assert row.f1 == 2 * 3 / (4 + 3)  # On 4 May 2024 / 4 May 2024
    assert not {name for name in found if "answer" in name}


def test_half_of_the_votes_are_enough_as_in_the_official_table(memory) -> None:  # type: ignore[no-untyped-def]
    judged = results()["judged"]
    judged[0]["llm_judgments"] = {"judgment_1": True, "judgment_2": False}
    (row,), _ = rows(memory, judged=judged)
    assert row.verdict.label == "correct"


def test_what_is_missing_is_unscored_or_said(memory) -> None:  # type: ignore[no-untyped-def]
    (row,), found = rows(memory, judged=[])
    assert row.verdict.label == "unscored" and "answers_without_judgement" in found
    (row,), found = rows(memory, responses=[{"question": "Other?"}], judged=[])
    assert row.answer is None
    assert {"questions_without_answer", "responses_without_a_question"} <= found


def test_a_reasoning_kept_as_the_answer_is_named(memory) -> None:  # type: ignore[no-untyped-def]
    long = [{**results()["responses"][0], "answer": "because " * 200, "golden_answer": "5 May"}]
    _, found = rows(memory, responses=long)
    wanted = {"answers_as_long_as_a_reasoning", "answers_that_differ", "gold_answers_that_differ"}
    assert wanted <= found
