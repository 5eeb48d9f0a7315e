"""Doubts about gold answers kept in an experiment: an audit file and disputes by hand."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hypermem_core.errors import DataError
from hypermem_core.evaluation.disputes import (
    MOST_BYTES,
    dispute,
    disputes,
    doubts,
    drop_audit,
    gold_folder,
    keep_audit,
    kept_audit,
    withdraw,
)
from hypermem_core.evaluation.gold import exported, read_audit, with_gold
from hypermem_core.evaluation.panel import asked
from hypermem_core.store import Store
from hypermem_core.types import Turn
from tests.core.evaluation.judged_run import KEYS, fault, rows

TALKS = asked(rows().values())
ENTRIES = [
    {"question": "When did Ana leave?", "error_type": "TEMPORAL_ERROR", "correct_answer": "8 May"},
    {"question": "Nobody asks this"},
]


def test_an_audit_is_kept_with_its_name_and_read_again(tmp_path: Path) -> None:
    assert kept_audit(tmp_path, TALKS) is None
    keep_audit(tmp_path, json.dumps(ENTRIES).encode(), "<mine>.json", TALKS)
    name, found = kept_audit(tmp_path, TALKS) or ("", None)
    assert found is not None
    assert (name, set(found.errors), found.unmatched) == (
        "<mine>.json",
        {KEYS[1]},
        ("Nobody asks this",),
    )
    drop_audit(tmp_path)
    assert kept_audit(tmp_path, TALKS) is None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "not valid JSON"),
        (b"{}", "no list of entries"),
        (b'[{"question": "Nobody asks this"}]', "None of the 1 entries"),
        (b" " * (MOST_BYTES + 1), "larger than 20 MB"),
    ],
)
def test_what_is_no_audit_of_these_questions_is_not_kept(
    tmp_path: Path, data: bytes, says: str
) -> None:
    with pytest.raises(DataError, match=says):
        keep_audit(tmp_path, data, "audit.json", TALKS)
    assert list(tmp_path.iterdir()) == []


def test_a_dispute_stands_until_it_is_withdrawn_and_wins_over_the_audit(tmp_path: Path) -> None:
    keep_audit(tmp_path, json.dumps(ENTRIES).encode(), "audit.json", TALKS)
    dispute(tmp_path, fault(1, "9 May 2023"))
    dispute(tmp_path, fault(0))
    assert doubts(tmp_path, TALKS).errors[KEYS[1]].corrected == "9 May 2023"
    assert doubts(tmp_path, TALKS).spoiled == {KEYS[0], KEYS[1]}
    withdraw(tmp_path, KEYS[1])
    assert set(disputes(tmp_path)) == {KEYS[0]}
    assert doubts(tmp_path, TALKS).errors[KEYS[1]].corrected == "8 May"


def test_exported_disputes_are_read_as_an_audit(tmp_path: Path) -> None:
    dispute(tmp_path, fault(2, "pottery"))
    found = read_audit(exported(list(disputes(tmp_path).values())), "mine", TALKS)
    assert {key: error.corrected for key, error in found.errors.items()} == {KEYS[2]: "pottery"}


def test_corrected_turns_are_exported_too_and_read_where_the_turns_are_known(
    tmp_path: Path,
) -> None:
    turns = tuple(Turn(f"D1:{n}", "Ana", "words") for n in (1, 2, 3))
    talks = tuple(replace(talk, turns=turns) for talk in TALKS)
    dispute(tmp_path, replace(fault(2, "pottery"), evidence=("D1:1", "D1:3")))
    found = read_audit(exported(list(disputes(tmp_path).values())), "mine", talks)
    assert found.errors[KEYS[2]].evidence == ("D1:1", "D1:3")
    chat, touched = with_gold(talks[0], found, "corrected")
    better = next(q for q in chat.questions if q.text == fault(2).question)
    assert (better.answer, better.evidence, touched) == ("pottery", ("D1:1", "D1:3"), 1)


def test_an_experiments_folder_is_one_plain_name(tmp_path: Path) -> None:
    assert gold_folder(Store(tmp_path), "e") == tmp_path / "e" / "gold"
    with pytest.raises(DataError):
        gold_folder(Store(tmp_path), "../e")


def test_half_an_emoji_in_an_audit_is_kept_as_a_question_mark(tmp_path: Path) -> None:
    entries = [{**ENTRIES[0], "correct_answer": "half \ud83d", "reasoning": "\udc00"}]
    keep_audit(tmp_path, json.dumps(entries).encode(), "x.json", TALKS)
    _, found = kept_audit(tmp_path, TALKS) or ("", None)
    assert found is not None
    assert [(one.corrected, one.note) for one in found.errors.values()] == [("half ?", "?")]
