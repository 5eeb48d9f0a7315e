from dataclasses import replace
from typing import Any

from app.comparing import Side, differences, latest_by_method, line, on_shared
from app.evaluating import Evaluated
from hypermem_core.evaluation.report import summarise
from hypermem_core.reports.run_card import RunCard
from hypermem_core.settings import Settings, iter_knobs
from hypermem_core.types import (
    Answer,
    Category,
    EvalRow,
    EvidenceRecall,
    Question,
    RetrievalTrace,
    Usage,
    Verdict,
)


def row(number: int, label: str = "correct", category: Category = "temporal") -> EvalRow:
    question = Question(f"q{number}", f"Question {number}?", "gold", category, ("D1:1",))
    return EvalRow(
        "c",
        question,
        RetrievalTrace("flat", question.text, (), (), seconds=0.01),
        Answer("yes", usage=Usage(calls=2)),
        Verdict(label),  # type: ignore[arg-type]
        0.5,
        EvidenceRecall({}, {"500": 0.5, "1000": 1.0}),
        tokens=100,
    )


def run(method: str, *rows: EvalRow) -> Evaluated:
    return Evaluated(f"{method}-1", method, "strict", "model", rows, summarise(rows), "readme")


def about(method: str, **changes: Any) -> dict[str, Any]:
    values = {path: value for path, _, value, _ in iter_knobs(Settings())} | changes
    return {"method": method, "judge_name": "strict", "llm": "model", "settings": values}


def side(method: str, *rows: EvalRow, **changes: Any) -> Side:
    return Side(run(method, *rows), about(method, **changes), {"c": "abc"})


def test_a_line_names_its_judge_in_the_accuracy_column() -> None:
    found = line("e", run("flat", row(1), row(2, "wrong")))
    assert found["accuracy · strict"] == 50.0
    assert found["recall @ 500"] == 50.0
    assert found["recall @ 1,000"] == 100.0
    assert found["calls / question"] == 2
    assert found["ms / query"] == 10.0


def test_what_differs_is_named_by_kind_with_both_values() -> None:
    a = side("hypermem", row(1))
    b = side("hypermem", row(1), **{"retrieval.topic_k": 3, "answer.budget": 2000})
    found = {(one.group, one.name): (one.first, one.second) for one in differences(a, b)}
    assert found == {
        ("retrieval", "retrieval.topic_k"): ("15", "3"),
        ("answering", "answer.budget"): ("4000", "2000"),
    }


def test_a_knob_that_one_of_the_methods_does_not_read_cannot_matter() -> None:
    a = side("hypermem", row(1))
    b = side("hingemem", row(1), **{"retrieval.topic_k": 3, "hingemem.top_k": 5})
    assert [one.name for one in differences(a, b)] == ["method"]


def test_other_questions_gold_and_texts_are_told() -> None:
    a = side("flat", row(1), row(2))
    changed = row(1)
    changed = replace(changed, question=replace(changed.question, answer="another"))
    b = replace(side("flat", changed, row(3, category="multi-hop")), texts={"c": "xyz"})
    found = {one.name: one for one in differences(a, b)}
    assert set(found) == {"questions", "categories", "gold answers or evidence", "text of c"}
    assert found["questions"].second == "2, 1 of them shared"


def test_cards_tell_code_data_and_the_prompts_both_runs_used_apart() -> None:
    card = RunCard("1.0", "now", "3.11", {"numpy": "2"}, {}, {}, {}, "abc", ("c",), {})
    other = replace(
        card,
        code="1.1",
        packages={"numpy": "3"},
        dataset="xyz",
        prompts={"shared/answer": "new", "hypermem/facts": "new"},
    )
    a, b = (replace(side("flat", row(1)), card=one) for one in (card, other))
    assert [(one.group, one.name) for one in differences(a, b)] == [
        ("answering", "prompt shared/answer"),
        ("data", "dataset fingerprint"),
        ("code", "code"),
        ("code", "package numpy"),
    ]


def test_a_judges_prompt_is_told_apart_where_only_the_answers_are_made_by_rules() -> None:
    card = RunCard("1.0", "now", "3.11", {}, {}, {"judges/strict": "old"}, {}, "abc", ("c",), {})
    newer = replace(card, prompts={"judges/strict": "new", "shared/answer": "new"})

    def named(llm: str, judge: str) -> list[str]:
        made = replace(run("flat", row(1)), llm=llm, judge=judge)
        a, b = (replace(side("flat"), run=made, card=one) for one in (card, newer))
        return [one.name for one in differences(a, b)]

    assert named("offline rules", "strict v1 · model") == ["prompt judges/strict"]
    assert named("model", "strict v1 · lexical (offline)") == ["prompt shared/answer"]
    assert named("offline rules", "strict v1 · lexical (offline)") == []


def test_scores_are_compared_on_the_questions_all_runs_asked() -> None:
    runs = {"a": run("flat", row(1), row(2)), "b": run("hypermem", row(2, "wrong"), row(3))}
    scores, shared = on_shared(runs)
    assert shared == 1
    assert scores["a"]["judge"] == 1.0
    assert scores["b"]["judge"] == 0.0


def test_the_latest_run_of_a_method_is_the_first_met() -> None:
    first, second = run("flat", row(1)), run("flat", row(2))
    assert latest_by_method([first, second]) == {"flat": first}
