"""Another judge on saved answers: row by row, resumed, unscored never wrong."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from hypermem_core.errors import Cancelled, DataError, ModelError, SettingsError
from hypermem_core.evaluation.rejudge import judgements, place, rejudge
from hypermem_core.evaluation.rows import write_rows
from hypermem_core.events import Event, StageAdvanced
from hypermem_core.models import Models
from hypermem_core.models.offline import OfflineRules
from hypermem_core.replies import JudgeReply
from hypermem_core.settings import Settings, with_value
from tests.core.evaluation.judged_run import KEYS, audit, fault, rows, saved

OFFLINE = Models(OfflineRules(), None, None)  # type: ignore[arg-type]


@dataclass
class Says:
    """A judge that says correct, but fails on answers that hold `fails`."""

    fails: str = ""
    name: str = "model"
    asked: list[str] = field(default_factory=list)

    def reply(
        self, prompt: str, shape: type[Any], blanks: Mapping[str, Any], attempt: int = 0
    ) -> Any:
        self.asked.append(blanks["gold"])
        if self.fails and self.fails in blanks["answer"]:
            raise ModelError("The judge is away.")
        return JudgeReply("correct", "it is")


def with_llm(llm: Any) -> Models:
    return replace(OFFLINE, llm=llm)


def labels(found: Any) -> list[str]:
    return [found.verdicts[key].label for key in KEYS if key in found.verdicts]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lenient", ["correct", "correct", "correct", "correct"]),
        ("three votes", ["correct", "wrong", "wrong", "correct"]),
        ("strict", ["wrong", "wrong", "wrong", "correct"]),
        ("by type", ["correct", "wrong", "wrong", "correct"]),
    ],
)
def test_the_lexical_judges_differ_in_strictness(
    tmp_path: Path, name: str, expected: list[str]
) -> None:
    found = rejudge(saved(tmp_path / "run"), name, OFFLINE, Settings())
    assert labels(found) == expected
    assert (found.judge, found.asked) == (f"{name} v1 · lexical (offline)", 4)
    assert (found.unanswered, found.left_out) == (1, 0)


def test_a_second_time_nothing_is_asked_and_a_torn_line_is_asked_again(tmp_path: Path) -> None:
    run, llm = saved(tmp_path / "run"), Says()
    first = rejudge(run, "strict", with_llm(llm), Settings())
    assert (first.asked, len(llm.asked)) == (4, 3)  # category 5 is matched by string
    assert rejudge(run, "strict", with_llm(llm), Settings()).asked == 0
    path = place(run, first.judge)
    path.write_bytes(path.read_bytes()[:-20])  # killed while writing the last line
    again = rejudge(run, "strict", with_llm(llm), Settings())
    assert (again.asked, again.verdicts) == (1, first.verdicts)
    assert path.read_text().count("\n") == 4


def test_a_failing_judge_leaves_unscored_and_is_asked_again(tmp_path: Path) -> None:
    run = saved(tmp_path / "run")
    failed = rejudge(run, "strict", with_llm(Says("May")), Settings())
    assert labels(failed) == ["correct", "unscored", "correct", "correct"]
    well = rejudge(run, "strict", with_llm(Says()), Settings())
    assert (well.asked, labels(well)) == (1, ["correct"] * 4)


def test_corrected_gold_is_judged_anew_and_only_that(tmp_path: Path) -> None:
    run = saved(tmp_path / "run")
    rejudge(run, "strict", OFFLINE, Settings())
    faults = audit(fault(1, "8 May 2023"), fault(2))
    found = rejudge(run, "strict", OFFLINE, Settings(), faults, "corrected")
    assert (found.asked, found.left_out) == (1, 1)  # b has a better gold, c has none
    assert found.verdicts[KEYS[1]].label == "correct"
    kept = [one for one in judgements(run)[found.judge].values() if one.key == KEYS[1]]
    assert [(one.verdict.label, round(one.f1, 2)) for one in kept] == [
        ("wrong", 0.67),
        ("correct", 1.0),
    ]
    excluded = rejudge(run, "strict", OFFLINE, Settings(), faults, "excluded")
    assert (excluded.asked, excluded.left_out, len(excluded.verdicts)) == (0, 2, 2)


def test_judges_keep_files_of_their_own_and_tell_what_they_do(tmp_path: Path) -> None:
    run, events = saved(tmp_path / "run"), []
    listen: Any = events.append
    rejudge(run, "strict", OFFLINE, Settings(), emit=listen)
    rejudge(run, "lenient", OFFLINE, Settings())
    five = with_value(Settings(), "judge.votes", 5)
    rejudge(run, "three votes", with_llm(Says()), five)
    assert list(judgements(run)) == [  # as in the registry
        "lenient v1 · lexical (offline)",
        "three votes v1 × 5 · model",
        "strict v1 · lexical (offline)",
    ]
    told: list[Event] = events
    assert [event.kind for event in told] == [
        "stage_started",
        *["stage_advanced"] * 4,
        "stage_finished",
    ]


def test_a_judges_name_makes_no_path(tmp_path: Path) -> None:
    found = place(tmp_path, "strict v1 · ../../etc/passwd")
    assert found.parent == tmp_path / "judgements"
    assert found.name.startswith("strict-v1-etc-passwd-")
    assert place(tmp_path, "strict v1 · a/b") != place(tmp_path, "strict v1 · a.b")


def test_an_unknown_judge_and_a_run_without_answers_are_explained(tmp_path: Path) -> None:
    run = saved(tmp_path / "run")
    with pytest.raises(SettingsError, match="no judge 'kind'"):
        rejudge(run, "kind", OFFLINE, Settings())
    bare = tmp_path / "bare"
    bare.mkdir()
    write_rows(bare, [replace(row, answer=None, verdict=None) for row in rows().values()])
    with pytest.raises(DataError, match="bare has no answer"):
        rejudge(bare, "strict", OFFLINE, Settings())


def test_a_stopped_judging_begins_no_more_and_leaves_no_threads(tmp_path: Path) -> None:
    def stop(event: Event) -> None:
        if isinstance(event, StageAdvanced):
            raise Cancelled("stopped", "")

    judge = Says()
    judge.workers = 2  # type: ignore[attr-defined]  # as a chat model has
    before = threading.active_count()
    with pytest.raises(Cancelled) as caught:
        rejudge(saved(tmp_path / "run"), "strict", with_llm(judge), Settings(), emit=stop)
    assert threading.active_count() == before, caught.value  # a job keeps its error, and its frames
