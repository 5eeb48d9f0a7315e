from pathlib import Path
from typing import Any

import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.evaluation.run import load_rows
from hypermem_core.official import import_run
from hypermem_core.official.messages import Messages
from hypermem_core.official.result_files import ResultFiles
from hypermem_core.settings import iter_knobs, preset
from hypermem_core.store import Store
from hypermem_core.types import EvalRow, Verdict
from tests.core.official.tiny_run import results as official
from tests.core.official.tiny_run import write_tiny_run


@pytest.fixture
def part(tmp_path: Path, results: Path) -> tuple[ResultFiles, list[EvalRow], Findings]:
    store, findings = Store(results), Findings()
    (chat,) = import_run(write_tiny_run(tmp_path / "run"), store, "off").conversations
    graph = store.load_memory("off", "hypermem", chat.id).graph
    settings = {path: value for path, _, value, _ in iter_knobs(preset("released"))}
    rows = list(load_rows(store.run_folder("off", "official")).values())
    messages = Messages(0, chat, findings)
    return ResultFiles(chat, graph, messages, settings, findings), rows, findings


def without(row: dict[str, Any], *keys: str) -> list[tuple[str, Any]]:
    return [(key, "…" if key in keys else value) for key, value in row.items()]


def test_rows_are_told_as_the_official_files_tell_them(
    part: tuple[ResultFiles, list[EvalRow], Findings],
) -> None:
    files, rows, _ = part
    wanted = official()
    (searched,), (answered,), (judged,) = (
        files.searched(rows),
        files.responses(rows),
        files.judged(rows),
    )
    assert without(searched, "context") == without(wanted["search_results"][0], "context")
    assert searched["context"].count("[Memory ") == 3 and searched["context"].count("[Fact ") == 4
    assert without(answered, "search_context") == without(wanted["responses"][0], "search_context")
    assert list(judged.items()) == list(wanted["judged"][0].items())


def test_an_answer_without_votes_is_left_out_and_said(
    part: tuple[ResultFiles, list[EvalRow], Findings],
) -> None:
    import dataclasses

    files, rows, findings = part
    unscored = dataclasses.replace(rows[0], verdict=Verdict("unscored"))
    assert files.judged([unscored]) == []
    assert [one.kind for one in findings.done()] == ["answers_without_judgement"]
