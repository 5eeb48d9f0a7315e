import json
from pathlib import Path

import pytest

from hypermem_core.__main__ import main
from tests.pages.built import write_source


def test_a_run_becomes_a_report_and_its_experiment_moves_to_another_folder(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = ["--results", str(results)], ["--results", str(tmp_path / "there")]
    source, zipped, page = write_source(results), tmp_path / "e.zip", tmp_path / "report.html"
    run = ["--experiment", "mine", "--method", "flat", "--run", "first"]
    assert main([*here, "evaluate", source, *run]) == 0
    assert main([*here, "report", "first", "--experiment", "mine", "--out", str(page)]) == 0
    assert page.read_bytes().startswith(b"<!doctype html>")
    assert main([*here, "bundle", "--experiment", "mine", "--out", str(zipped)]) == 0
    capsys.readouterr()
    assert main([*there, "--json", "unbundle", str(zipped), "--experiment", "theirs"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["memories"], data["runs"]) == (["flat/ana-ben"], ["first"])
    again = ["report", "first", "--experiment", "theirs", "--out", str(page)]
    assert main([*there, *again]) == 0


def test_what_cannot_be_done_is_explained(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where, out = ["--results", str(results)], str(tmp_path / "x")
    assert main([*where, "report", "none", "--experiment", "mine", "--out", out]) == 1
    assert main([*where, "bundle", "--experiment", "mine", "--out", out]) == 1
    assert main([*where, "unbundle", str(tmp_path / "absent.zip"), "--experiment", "e"]) == 1
    said = capsys.readouterr().err
    assert "no finished question" in said and "no experiment 'mine'" in said
    assert "absent.zip" in said and not Path(out).exists()
