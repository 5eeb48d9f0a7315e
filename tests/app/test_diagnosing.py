"""A dispute of today reaches the losses of yesterday's run."""

from dataclasses import replace

from app.diagnosing import custodies
from hypermem_core.types import Custody
from hypermem_core.types.diagnosis import GOLD_DISPUTED, NOT_AVAILABLE
from tests.core.evaluation.judged_run import KEYS, rows

ROW = rows()[KEYS[1]]


def row(loss: str, label: str) -> object:
    custody = Custody(KEYS[1], "talk", "When?", "temporal", (), loss, "why", label)  # type: ignore[arg-type]
    return replace(ROW, custody=custody)


def losses(loss: str, label: str, *disputed: str) -> tuple[str, tuple[str, ...]]:
    (found,) = custodies([row(loss, label)], disputed)  # type: ignore[list-item]
    return found.loss, found.badges


def test_a_wrong_answer_against_a_disputed_gold_is_lost_there() -> None:
    assert losses("topic cut", "wrong", KEYS[1]) == (GOLD_DISPUTED, ("gold disputed",))
    assert losses("topic cut", "wrong", KEYS[0]) == ("topic cut", ())


def test_a_correct_or_unscored_answer_is_not() -> None:
    assert losses("found", "correct", KEYS[1]) == ("found", ("gold disputed",))
    assert losses(NOT_AVAILABLE, "unscored", KEYS[1]) == (NOT_AVAILABLE, ("gold disputed",))
