"""The command line as a user meets it: commands, JSON, exit codes, silent in pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hypermem_core import __main__
from hypermem_core.__main__ import main
from hypermem_core.conversations import sample_path
from hypermem_core.settings import Settings, iter_knobs

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = str(sample_path())
CHINESE = ["--conversation", "sample-lin-zhou"]


def run(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> Any:
    assert main([*argv, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_inspect_reports_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    data = run(capsys, "inspect", SAMPLE)
    assert data["conversations"] == 3
    assert data["questions"] == sum(data["by_category"].values())
    assert {"sessions", "turns", "findings"} <= set(data)


def test_build_then_ask_then_evaluate(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--experiment", "e", "--method", "flat", "--results", str(results)]
    built = run(capsys, "build", SAMPLE, *CHINESE, *where)
    assert built["memories"][0]["before"] == "missing"
    assert run(capsys, "build", SAMPLE, *CHINESE, *where)["memories"][0]["before"] == "built"
    asked = run(capsys, "ask", "周航在哪座城市写代码？", *CHINESE, *where)
    assert asked["answer"]["made_by"] == "offline rules"
    assert asked["evidence"] and asked["trace"]["stages"]
    more = ["--categories", "1,2,3,4", "--limit", "4"]
    scores = run(capsys, "evaluate", SAMPLE, *CHINESE, *where, *more)
    assert scores["questions"] == 4
    assert set(scores["recall_at_budget"]) == {"500", "1000", "2000", "4000"}
    wanted = {"by_category", "recall_by_stage", "f1", "judge", "unscored", "seconds_per_query"}
    assert wanted <= set(scores)
    bare = run(capsys, "evaluate", SAMPLE, *CHINESE, *where, *more, "--no-answers")
    assert bare["judge"] is None and bare["recall_at_budget"] == scores["recall_at_budget"]


def test_evaluate_builds_what_is_missing(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--experiment", "e", "--method", "flat", "--results", str(results)]
    run(capsys, "evaluate", SAMPLE, *CHINESE, *where, "--limit", "1", "--no-answers")
    assert run(capsys, "build", SAMPLE, *CHINESE, *where)["memories"][0]["before"] == "built"


def test_settings_lists_every_knob_with_presets_and_changes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = run(capsys, "settings", "--preset", "paper", "--set", "retrieval.fact_k=7")["settings"]
    values = {row["path"]: row["value"] for row in rows}
    assert len(rows) == len(list(iter_knobs(Settings())))
    assert (values["retrieval.topic_k"], values["retrieval.fact_k"]) == (10, 7)


def test_text_for_people(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--experiment", "e", "--method", "flat", "--results", str(results)]
    for argv, expected in [
        (["inspect", SAMPLE], "conversations"),
        (["settings"], "retrieval.rrf_k"),
        (["build", SAMPLE, *CHINESE, *where], "offline rules"),
        (["ask", "周航养鸟吗？", *CHINESE, *where], "Evidence ("),
        (["evaluate", SAMPLE, *CHINESE, *where, "--limit", "1"], "lexical (offline)"),
    ]:
        assert main(argv) == 0
        said = capsys.readouterr()
        assert expected in said.out
        assert said.err == ""  # no progress where nobody watches


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["inspect", "no/such/file.json"], "file.json"),
        (["settings", "--set", "retrieval.topik=3"], "Did you mean"),
        (["settings", "--preset", "best"], "best"),
        (["ask", "q", "--experiment", "e", "--conversation", "x"], "Build it first"),
        (["ask", "q", "--experiment", "../e", "--conversation", "x"], "Use letters"),
        (["build", SAMPLE, "--experiment", "e"], "--all"),
        (["build", SAMPLE, "--experiment", "e", "--conversation", "x"], "sample-lin-zhou"),
        (["evaluate", SAMPLE, "--experiment", "e", "--method", "best"], "flat"),
    ],
)
def test_a_problem_is_one_sentence_and_exit_code_1(
    argv: list[str], said: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "--results", str(results), "--json"]) == 1
    out, err = capsys.readouterr()
    assert said in err and err.count("\n") == 1
    error = json.loads(out)["error"]
    assert error["message"] and error["hint"]


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["dance"],
        ["build"],
        ["settings", "--set", "retrieval.topic_k"],
        ["evaluate", SAMPLE, "--experiment", "e", "--categories", "7"],
        ["evaluate", SAMPLE, "--experiment", "e", "--limit", "0"],
    ],
)
def test_wrong_usage_is_exit_code_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2


def test_an_interrupt_is_exit_code_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setitem(__main__.COMMANDS, "settings", interrupted)
    assert main(["settings"]) == 130


def test_options_may_stand_before_the_command(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--json", "--results", str(results), "settings"]) == 0
    assert json.loads(capsys.readouterr().out)["preset"] == "readme"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    line = [sys.executable, "-m", "hypermem_core", "settings"]
    done = subprocess.run(line, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_environment_names_results_and_experiment_unless_the_line_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPERMEM_RESULTS", str(tmp_path / "kept"))
    monkeypatch.setenv("HYPERMEM_EXPERIMENT_NAME", "mine")
    line = ["build", SAMPLE, *CHINESE, "--method", "flat"]
    assert run(capsys, *line)["experiment"] == "mine"
    assert run(capsys, *line, "--experiment", "other")["experiment"] == "other"
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {"mine", "other"}


def test_a_chat_models_replies_are_kept_beside_the_memories(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HYPERMEM_MODELS_LLM", "some-model")
    monkeypatch.setenv("HYPERMEM_MODELS_BASE_URL", "http://127.0.0.1:9/v1")
    where = ["--experiment", "e", "--method", "flat", "--results", str(results)]
    run(capsys, "build", SAMPLE, *CHINESE, *where)
    assert (results / "replies.db").exists()


@pytest.mark.parametrize("command", ["build", "evaluate"])
def test_a_results_folder_that_cannot_be_written_is_explained(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    where = ["--experiment", "e", "--method", "flat", "--results", str(tmp_path / "file")]
    error = run(capsys, command, SAMPLE, *CHINESE, *where, code=1)["error"]
    assert "file" in error["message"] and "--results" in error["hint"]


@pytest.mark.parametrize("command", ["build", "ask", "evaluate"])
def test_an_unknown_method_is_named_as_such(
    command: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [*CHINESE, "--experiment", "e", "--method", "best", "--results", str(results)]
    about = "q" if command == "ask" else SAMPLE
    assert "'best'" in run(capsys, command, about, *where, code=1)["error"]["message"]
    assert not list(results.glob("e/*/*/*"))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_console_and_any_bytes_of_a_question_will_do(encoding: str, results: Path) -> None:
    where = [*CHINESE, "--experiment", "e", "--method", "flat", "--results", str(results)]
    assert main(["build", SAMPLE, *where]) == 0
    line: list[str | bytes] = [sys.executable, "-m", "hypermem_core", "ask"]
    line += [b"\xff \xf0\x9f\x8e\x89?", *where]
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    for more in ([], ["--json"]):
        done = subprocess.run([*line, *more], cwd=ROOT, env=env, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode(encoding))["question"] == "? 🎉?"


def test_a_stale_memory_says_which_knob_moved(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [*CHINESE, "--experiment", "e", "--results", str(results)]
    moved = [*where, "--set", "build.max_turns=9"]
    assert run(capsys, "build", SAMPLE, *where)["memories"][0]["changed"] == []
    assert run(capsys, "ask", "q", *moved)["stale"] == ["build.max_turns"]
    assert main(["build", SAMPLE, *moved]) == 0
    assert "this changed: build.max_turns" in capsys.readouterr().out


def test_a_damaged_memory_is_said_to_be_built_again(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--experiment", "e", "--method", "flat", "--results", str(results)]
    run(capsys, "build", SAMPLE, *CHINESE, *where)
    folder = results / "e" / "memory" / "flat" / "sample-lin-zhou"
    (folder / "hypergraph.json").write_text("{")
    (again,) = run(capsys, "build", SAMPLE, *CHINESE, *where)["memories"]
    assert (again["before"], again["changed"]) == ("stale", ["damaged file"])
    (whole,) = run(capsys, "build", SAMPLE, *CHINESE, *where)["memories"]
    assert (whole["before"], whole["changed"]) == ("built", [])
