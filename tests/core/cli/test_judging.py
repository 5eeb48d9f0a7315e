"""`judge`: another judge on a saved run, with the gold of an audit."""

import json
from pathlib import Path

import pytest

from hypermem_core.__main__ import main
from hypermem_core.evaluation.disputes import dispute
from hypermem_core.store import write_atomic
from tests.core.evaluation.judged_run import JUDGE, fault, saved


@pytest.fixture
def where(tmp_path: Path) -> list[str]:
    run = saved(tmp_path / "e" / "eval" / "first")
    about = {"method": "flat", "judge_name": JUDGE, "llm": "model", "settings": {}}
    write_atomic(run / "settings.json", json.dumps(about))
    return ["--results", str(tmp_path), "judge", "first", "--experiment", "e"]


def test_scores_are_told_with_denominators_ceilings_and_the_abstaining_baseline(
    where: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*where, "--judge", "strict"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == (
        "strict v1 · lexical (offline), gold as published: 4 answers judged now, "
        "1 questions without an answer, 0 left out with the gold."
    )
    cells = {line.split()[0]: line.split()[1:] for line in said[2:]}
    assert cells["single-hop"] == ["0/1", "0.0%", "1", "0.500", "100.0%", "0.0%"]
    assert cells["adversarial"] == ["1/1", "100.0%", "0", "0.500", "100.0%", "100.0%"]
    assert cells["overall"][:2] == ["0/3", "0.0%"]


def test_an_audit_corrects_the_gold_and_its_ceiling(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = {"question": "When did Ana leave?", "error_type": "X", "correct_answer": "8 May 2023"}
    audit = tmp_path / "audit.json"
    audit.write_text(json.dumps([entry]))
    line = [*where, "--judge", "strict", "--audit", str(audit), "--json"]
    ceilings = {}
    for mode in ("as published", "corrected"):
        assert main([*line, "--gold", mode]) == 0
        data = json.loads(capsys.readouterr().out)
        temporal = next(row for row in data["scores"] if row["group"] == "temporal")
        ceilings[mode] = (temporal["correct"], temporal["ceiling"])
    assert ceilings == {"as published": (0, 0.0), "corrected": (1, 1.0)}


def test_disputes_of_the_experiment_count_too(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dispute(tmp_path / "e" / "gold", fault(1))
    assert main([*where, "--gold", "excluded", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["judge"], data["left_out"]) == ("three votes v1 · lexical (offline)", 1)


def test_an_unknown_run_is_explained(where: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    where[where.index("first")] = "second"
    assert main(where) == 1
    assert "There is no run second." in capsys.readouterr().err
