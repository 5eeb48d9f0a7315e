"""The summary of rows: per question first, then means with their denominators."""

import re
from typing import Any

import pytest

from hypermem_core.evaluation.report import markdown, summarise
from hypermem_core.types import (
    Answer,
    EvalRow,
    Evidence,
    EvidenceRecall,
    Question,
    RetrievalTrace,
    Verdict,
)


def row(category: Any, label: Any, f1: float, recalled: float | None, error: str = "") -> EvalRow:
    found = None if recalled is None else EvidenceRecall({"fact kept": recalled}, {"500": recalled})
    evidence = (Evidence("f1", "fact", "x", (), 1.0, 100),)
    trace = RetrievalTrace("flat", "q", (), () if error else evidence, seconds=0.2)
    return EvalRow(
        "talk",
        Question("q", "?", category=category),
        trace,
        None if error else Answer("two words", seconds=0.4),
        Verdict(label),
        None if error else f1,
        found,
        error,
    )


ROWS = [
    row("single-hop", "correct", 1.0, 1.0),
    row("single-hop", "wrong", 0.0, 0.5),
    row("temporal", "unscored", 0.5, None),
    row("adversarial", "correct", 1.0, 1.0),
]


def test_unscored_answers_are_in_no_denominator_but_counted() -> None:
    found = summarise(ROWS)
    assert (found["judge"], found["scored"], found["unscored"]) == (1 / 2, 2, 1)


def test_questions_without_evidence_are_left_out_of_recall_and_counted() -> None:
    found = summarise(ROWS)
    assert found["recall_at_budget"] == {"500": (1.0 + 0.5) / 2}
    assert found["recall_by_stage"] == {"fact kept": (1.0 + 0.5) / 2}
    assert (found["recall_questions"], found["without_evidence"]) == (2, 1)


def test_adversarial_questions_count_overall_only_in_the_official_mode() -> None:
    assert (summarise(ROWS)["questions"], summarise(ROWS)["asked"]) == (3, 4)
    assert summarise(ROWS, "official")["questions"] == 4
    assert summarise(ROWS)["by_category"]["adversarial"]["questions"] == 1


def test_means_of_everything_else() -> None:
    found = summarise(ROWS)
    assert found["f1"] == (1.0 + 0.0 + 0.5) / 3
    assert found["answer_words"] == 2
    assert found["context_tokens"] == 100
    assert found["seconds_per_query"] == pytest.approx(0.2)
    low, high = found["judge_interval"]
    assert low < 0.5 < high


def test_a_failed_question_is_an_error_and_in_no_mean() -> None:
    found = summarise([*ROWS, row("temporal", "unscored", 0.0, None, "away")])
    assert (found["errors"], found["unscored"], found["f1"]) == (1, 2, 0.5)


def test_the_markdown_names_the_judge_and_every_category() -> None:
    text = markdown({"judge_name": "lexical (offline)", **summarise(ROWS)})
    assert "lexical (offline)" in text
    assert "| single-hop | 2 | 50.0 (" in text
    assert "**overall**" in text


def test_without_answers_there_are_no_scores_but_no_failure() -> None:
    bare = EvalRow("talk", Question("q", "?"), RetrievalTrace("flat", "q", (), ()))
    found = summarise([bare])
    assert (found["judge"], found["f1"], found["scored"]) == (None, None, 0)
    assert "uncategorised" in markdown(found)


@pytest.mark.parametrize("field", ["judge_name", "run", "method", "llm"])
@pytest.mark.parametrize("sign", ["|", "\n# ", "<script>", "[x](y)", "*b*", "`", "$a$", "&lt;"])
def test_a_hostile_name_stays_words_in_one_cell_of_the_markdown(field: str, sign: str) -> None:
    plain = markdown({field: "a b", **summarise(ROWS)})
    text = markdown({field: f"a{sign}b", **summarise(ROWS)})
    assert len(text.splitlines()) == len(plain.splitlines())
    unescaped = re.sub(r"\\.", "", text)
    for mark in "|<[*`$&":
        assert unescaped.count(mark) == plain.count(mark)
