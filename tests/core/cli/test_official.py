import json
from pathlib import Path

import pytest

from hypermem_core.__main__ import main
from tests.core.official.tiny_run import write_tiny_run


def test_a_run_goes_in_and_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = write_tiny_run(tmp_path / "run")
    where = ["--results", str(tmp_path / "results"), "--json"]
    into = ["import-official", str(run), "--experiment", "off", "--vectors", "official"]
    assert main([*where, *into]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["counts"] == {"topics": 2, "episodes": 3, "facts": 4, "questions": 1}
    assert Path(data["source"]).is_file() and data["run"] == "official"
    assert "sessions_sorted_as_text" in [one["kind"] for one in data["findings"]]
    out = ["export-official", "--experiment", "off", "--out", str(tmp_path / "out")]
    assert main([*where, *out]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["files"] == len([path for path in (tmp_path / "out").rglob("*") if path.is_file()])
    assert data["conversations"] == {"official-0": 0}


def test_what_it_found_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = write_tiny_run(tmp_path / "run")
    where = ["--results", str(tmp_path / "results")]
    main([*where, "import-official", str(run), "--experiment", "off", "--vectors", "official"])
    said = capsys.readouterr().out
    assert "Conversations in experiment off: 1 (2 topics, 3 episodes, 4 facts, 1 questions)" in said
    assert "2 repaired: shifted episode times" in said


def test_a_wrong_folder_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--results", str(tmp_path / "results")]
    out = ["export-official", "--experiment", "none", "--out", str(tmp_path / "out")]
    into = ["import-official", str(tmp_path), "--experiment", "off", "--vectors", "official"]
    assert main([*where, *out]) == 1 and main([*where, *into]) == 1
    said = capsys.readouterr().err
    assert "no hypermem memory" in said and "no results folder" in said
