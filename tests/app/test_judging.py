"""What the page on judges shows of a run."""

from pathlib import Path

import pytest

from app.evaluating import Evaluated
from app.judging import (
    Bench,
    bench,
    charts,
    decided,
    doubt,
    keep_verdict,
    left,
    short_names,
    strength,
)
from hypermem_core.evaluation.gold import GoldMode
from hypermem_core.evaluation.rejudge import NO_AUDIT, judgements, rejudge
from hypermem_core.models import Models
from hypermem_core.models.offline import OfflineRules
from hypermem_core.settings import Settings
from tests.core.evaluation.judged_run import JUDGE, KEYS, audit, fault, rows, saved

OFFLINE = Models(OfflineRules(), None, None)  # type: ignore[arg-type]


def opened(folder: Path, mode: GoldMode = "as published", faults: object = NO_AUDIT) -> Bench:
    run = Evaluated(folder.name, "flat", JUDGE, "model", tuple(rows().values()), {})
    return bench(run, folder, mode, faults, (), judgements(folder))  # type: ignore[arg-type]


def test_what_is_left_to_judge_is_counted_over_judges_and_modes(tmp_path: Path) -> None:
    folder = saved(tmp_path / "run")
    assert left(opened(folder), ["lenient", "strict"], OFFLINE, Settings()) == 8
    rejudge(folder, "strict", OFFLINE, Settings())
    assert left(opened(folder), ["lenient", "strict"], OFFLINE, Settings()) == 4
    corrected = opened(folder, "corrected", audit(fault(1, "8 May 2023")))
    assert left(corrected, ["strict"], OFFLINE, Settings()) == 1


def test_answers_are_shown_in_an_order_that_tells_nothing(tmp_path: Path) -> None:
    names = opened(saved(tmp_path / "run")).answered()
    assert sorted(names) == sorted(KEYS[:4])
    assert names != list(KEYS[:4])


def test_a_verdict_belongs_to_the_gold_it_was_given_on(tmp_path: Path) -> None:
    folder = saved(tmp_path / "run")
    keep_verdict(opened(folder), KEYS[1], "wrong")
    assert {name: one.label for name, one in decided(opened(folder)).items()} == {KEYS[1]: "wrong"}
    corrected = opened(folder, "corrected", audit(fault(1, "8 May 2023")))
    assert decided(corrected) == {}
    keep_verdict(corrected, KEYS[1], "correct")
    assert decided(corrected)[KEYS[1]].blind


def test_a_dispute_is_about_the_published_gold() -> None:
    made = doubt(rows()[KEYS[1]], "Only the evidence is wrong", " ", " D1:3 says it. ")
    assert (made.key, made.published, made.kind) == (KEYS[1], "7 May 2023", "WRONG_CITATION")
    assert (made.corrected, made.note, made.spoils) == ("", "D1:3 says it.", False)


def test_lexical_judges_never_share_a_chart_with_models() -> None:
    model, rules, person = "strict v1 · m", "strict v1 · lexical (offline)", "a person"
    assert list(charts([model, rules, person]).values()) == [[model, person], [rules]]
    assert charts([rules, person]) == {"judged correct, lexical (offline)": [rules, person]}
    assert charts([person]) == {"judged correct": [person]}
    assert list(short_names([model, rules]).values()) == ["strict v1", "strict v1, lexical"]


def test_judges_alike_keep_their_models() -> None:
    names = ["strict v1 · a", "strict v1 · b", "lenient v1 · a"]
    assert list(short_names(names).values()) == ["strict v1 · a", "strict v1 · b", "lenient v1"]


@pytest.mark.parametrize(
    ("kappa", "word"),
    [(0.81, "almost perfect"), (0.8, "substantial"), (0.1, "slight"), (-0.2, "none")],
)
def test_words_for_kappa(kappa: float, word: str) -> None:
    assert strength(kappa) == word
