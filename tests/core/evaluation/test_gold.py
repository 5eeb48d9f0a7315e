import json
from dataclasses import replace
from pathlib import Path

import pytest

from hypermem_core.conversations import load
from hypermem_core.errors import DataError
from hypermem_core.evaluation.gold import (
    GoldAudit,
    ceilings,
    exported,
    merged,
    read_audit,
    with_gold,
)
from hypermem_core.evaluation.keys import key
from hypermem_core.types import Conversation, Question, Turn

TALK = Conversation(
    "talk",
    "Talk",
    ("Ana",),
    (Turn("D1:1", "Ana", "a"), Turn("D1:2", "Ana", "b")),
    questions=(
        Question("a", "Who has a cat?", "Ben", "single-hop", ("D1:1",), alias="talk #1"),
        Question("b", "When was it?", "2022", "temporal", ("D1:1",), alias="talk #2"),
        Question("c", "Who  has a CAT?", "Clara", "single-hop", ("D1:2",), alias="talk #3"),
    ),
)
ENTRIES = [
    {"question": "who has a cat?", "question_id": "locomo_0_qa2", "error_type": "HALLUCINATION"},
    {
        "question": "When was it?",
        "error_type": "WRONG_CITATION",
        "correct_answer": 2022,
        "correct_evidence": ["D1:2", "D9:9"],
    },
    {"question": "Unheard of?"},
]


def audit() -> GoldAudit:
    return read_audit(json.dumps(ENTRIES), "audit.json", [TALK])


def test_entries_are_matched_by_words_and_by_place_between_duplicates() -> None:
    found = audit()
    assert set(found.errors) == {key("talk", TALK.questions[2]), key("talk", TALK.questions[1])}
    assert found.unmatched == ("Unheard of?",)
    assert found.errors[key("talk", TALK.questions[1])].evidence == ("D1:2",)


def test_a_wrong_citation_does_not_spoil_the_answer() -> None:
    assert audit().spoiled == {key("talk", TALK.questions[2])}


def test_excluded_leaves_out_spoiled_questions_only() -> None:
    found, touched = with_gold(TALK, audit(), "excluded")
    assert ([q.id for q in found.questions], touched) == (["a", "b"], 1)


def test_corrected_takes_answers_and_evidence_or_leaves_out_what_has_none() -> None:
    found, touched = with_gold(TALK, audit(), "corrected")
    assert ([q.id for q in found.questions], touched) == (["a", "b"], 2)
    assert (found.questions[1].answer, found.questions[1].evidence) == ("2022", ("D1:2",))
    better = replace(audit().errors[key("talk", TALK.questions[2])], corrected="Dora")
    found, touched = with_gold(TALK, merged([audit().errors, {better.key: better}]), "corrected")
    assert (found.questions[2].answer, touched) == ("Dora", 2)


def test_as_published_changes_nothing() -> None:
    assert with_gold(TALK, audit(), "as published") == (TALK, 0)


def test_ceilings_move_with_the_mode() -> None:
    def overall(mode: str) -> tuple[int, int]:
        found = ceilings([TALK], audit(), mode)[-1]  # type: ignore[arg-type]
        return found.reachable, found.questions

    assert overall("as published") == (2, 3)
    assert overall("excluded") == (2, 2)
    assert overall("corrected") == (2, 2)


def test_exported_disputes_are_read_again() -> None:
    errors = list(audit().errors.values())
    again = read_audit(exported(errors), "mine.json", [TALK])
    assert {e.kind for e in again.errors.values()} == {"HALLUCINATION", "WRONG_CITATION"}
    assert len(again.errors) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "thousands of digits"),
        ("{}", "holds no list"),
        ('[{"answer": "x"}]', "entry 1: field question"),
    ],
)
def test_a_bad_file_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_audit(text, "audit.json", [TALK])


def test_the_published_audit_fits_locomo(locomo_path: Path) -> None:
    path = locomo_path.with_name("locomo-audit-errors.json")
    if not path.exists():
        pytest.skip("LoCoMo's audit is not here: put locomo-audit-errors.json beside it")
    conversations = load(locomo_path).conversations
    found = read_audit(path.read_text(encoding="utf-8"), path.name, conversations)
    assert (len(found.errors), found.unmatched) == (156, ())
    assert len(found.spoiled) == 156 - 57  # 57 only cite the wrong turn
    overall = ceilings(conversations, found, "as published")[-1]
    assert (overall.questions, overall.reachable) == (1540, 1540 - 99)


def test_key_or_gold_tell_duplicates_apart_where_the_place_does_not() -> None:
    third = key("talk", TALK.questions[2])
    by_key = [{"question": "Who has a cat?", "key": third}]
    by_gold = [{"question": "Who has a cat?", "golden_answer": "clara"}]
    for entries in (by_key, by_gold):
        assert set(read_audit(json.dumps(entries), "x", [TALK]).errors) == {third}
