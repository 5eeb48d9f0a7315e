"""Judges side by side: only verdicts on the same answer and the same gold are compared."""

from dataclasses import replace

from hypermem_core.errors import NotBuilt
from hypermem_core.evaluation.agreement import cohen
from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.own_verdicts import PERSON, OwnVerdict, about
from hypermem_core.evaluation.panel import (
    Panel,
    abstentions,
    always_abstain,
    ceilings_of,
    panel,
    whole,
)
from hypermem_core.evaluation.rejudge import NO_AUDIT, Judgement
from hypermem_core.evaluation.report import summarise
from hypermem_core.types import Conversation, EvidenceRecall, Turn, Verdict
from tests.core.evaluation.judged_run import JUDGE, KEYS, QUESTIONS, audit, fault, rows

STRICT = "strict v1 · model"
ROWS = rows()


def given(place: int, label: str) -> tuple[tuple[str, str], Judgement]:
    answer = ROWS[KEYS[place]].answer
    of = about(QUESTIONS[place], answer.text if answer else "")
    verdict = Verdict(label, "", (), STRICT)  # type: ignore[arg-type]
    return (KEYS[place], of), Judgement(KEYS[place], of, STRICT, verdict, 0.5)


STRICT_SAYS = {STRICT: dict([given(0, "wrong"), given(1, "wrong"), given(2, "unscored")])}


def own(place: int, label: str) -> dict[tuple[str, str], OwnVerdict]:
    name, found = given(place, label)
    return {name: OwnVerdict(found.key, found.of, label)}  # type: ignore[arg-type]


def made(mode: str = "as published", faults: object = NO_AUDIT, person: object = None) -> Panel:
    return panel(ROWS, STRICT_SAYS, person or {}, JUDGE, faults, mode)  # type: ignore[arg-type]


def test_the_runs_judge_others_and_the_person_stand_side_by_side() -> None:
    found = made(person=own(1, "correct"))
    assert list(found.verdicts) == [JUDGE, STRICT, PERSON]
    labels = found.labels()
    assert labels[JUDGE] == {
        KEYS[0]: "correct",
        KEYS[1]: "wrong",
        KEYS[2]: "wrong",
        KEYS[4]: "unscored",
    }  # category 5 was matched by string, no judge said that
    assert labels[PERSON] == {KEYS[1]: "correct"}
    both = cohen(labels[JUDGE], labels[STRICT])
    assert (both.questions, both.observed) == (2, 0.5)


def test_a_failed_row_is_unscored_for_every_judge() -> None:
    found = made()
    assert found.verdicts[STRICT][KEYS[4]].label == "unscored"
    part = summarise(found.judged(STRICT))["by_category"]["single-hop"]
    assert (part["questions"], part["scored"], part["unscored"], part["correct"]) == (2, 1, 1, 0)


def test_a_corrected_gold_drops_the_verdicts_on_the_published_one_and_moves_f1() -> None:
    faults = audit(fault(1, "8 May 2023"))
    found = made("corrected", faults, own(1, "wrong"))
    assert KEYS[1] not in found.verdicts[JUDGE]
    assert KEYS[1] not in found.verdicts[STRICT]
    assert PERSON not in found.verdicts
    assert (ROWS[KEYS[1]].f1, found.rows[KEYS[1]].f1) == (0.5, 1.0)


def test_excluded_questions_are_counted_as_left_out() -> None:
    found = made("excluded", audit(fault(1), fault(2, "x")))
    assert (len(found.rows), found.left_out) == (3, 2)


def test_ceilings_move_with_the_mode() -> None:
    faults = audit(fault(1, "8 May 2023"), fault(0))
    by_mode = {
        mode: {
            c.group: (c.reachable, c.questions) for c in ceilings_of(ROWS.values(), faults, mode)
        }
        for mode in ("as published", "corrected", "excluded")
    }
    assert by_mode["as published"]["overall"] == (2, 4)
    assert by_mode["corrected"]["overall"] == (3, 3)
    assert by_mode["excluded"]["overall"] == (2, 2)
    assert by_mode["as published"]["temporal"] == (0, 1)
    assert "temporal" not in by_mode["excluded"]


def test_always_abstaining_is_right_on_category_5_only() -> None:
    assert always_abstain(list(ROWS.values())) == (
        Ceiling("single-hop", 2, 0),
        Ceiling("multi-hop", 1, 0),
        Ceiling("temporal", 1, 0),
        Ceiling("adversarial", 1, 1),
        Ceiling("overall", 4, 0),
    )
    assert abstentions(list(ROWS.values())) == {"adversarial": (1, 1), "others": (0, 3)}


def test_conversations_that_are_gone_keep_their_questions() -> None:
    talk = Conversation("talk", "Talk", ("Ana",), (Turn("D1:1", "Ana", "a"),), (), QUESTIONS[:2])

    def gone(name: str) -> Conversation:
        raise NotBuilt(f"No {name}.")

    (there,) = whole(ROWS.values(), lambda name: talk)
    assert (there.turns, there.questions) == (talk.turns, QUESTIONS)
    (bare,) = whole(ROWS.values(), gone)
    assert (bare.id, bare.turns, bare.questions) == ("talk", (), QUESTIONS)


def test_recall_on_published_turns_is_not_told_of_corrected_ones() -> None:
    measured = replace(ROWS[KEYS[0]], recall=EvidenceRecall({}, {"1000": 1.0}))
    cited = replace(fault(0, kind="WRONG_CITATION"), evidence=("D9:9",))
    for faults, turns, known in ((audit(cited), ("D9:9",), False), (audit(fault(1)), (), True)):
        side = panel({KEYS[0]: measured}, {}, {}, JUDGE, faults, "corrected")
        row = side.rows[KEYS[0]]
        assert (row.question.evidence, row.recall is not None) == (turns, known)
        assert side.verdicts[JUDGE][KEYS[0]].label == "correct"  # the answer is the same
