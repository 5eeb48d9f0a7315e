from pathlib import Path

import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.official.layout import OfficialRun


@pytest.fixture
def run(tmp_path: Path) -> Path:
    for name in ("hypergraphs/hypergraph_conv_10.json", "episodes/episode_list_conv_2.json"):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text("{}")
    (tmp_path / "episodes/episode_list_all.json").write_text("[]")
    return tmp_path


def kinds(findings: Findings) -> dict[str, tuple[str, ...]]:
    return {one.kind: one.examples for one in findings.done()}


def test_conversations_are_counted_by_their_numbers(run: Path) -> None:
    assert OfficialRun(run, Findings()).numbers() == (2, 10)


def test_missing_and_damaged_files_are_findings(run: Path) -> None:
    findings = Findings()
    official = OfficialRun(run, findings)
    (run / "judged.json").write_text('{"locomo_exp_user_2": [')
    assert official.json("topics", 2) is None and official.results("judged", 2) == []
    assert kinds(findings) == {
        "missing_topics_files": ("topics/topics_conv_2.json",),
        "damaged_files": ("judged.json",),
    }


def test_deep_json_and_foreign_bytes_do_no_harm(run: Path) -> None:
    findings = Findings()
    official = OfficialRun(run, findings)
    official.path("hypergraphs", 10).write_text("[" * 200_000)
    official.path("episodes", 2).write_bytes(b"\xff\xfe\x00")
    official.path("episodes", 10).write_text(f'{{"topics": {"9" * 5000}}}')
    read = (("hypergraphs", 10), ("episodes", 2), ("episodes", 10))
    assert [official.json(*one) for one in read] == [None] * 3
    assert len(kinds(findings)["damaged_files"]) == 3


def test_rows_of_one_conversation_are_picked(run: Path) -> None:
    (run / "judged.json").write_text('{"locomo_exp_user_2": [{"a": 1}, 7], "x": 3}')
    official = OfficialRun(run, Findings())
    assert official.results("judged", 2) == [{"a": 1}] and official.results("judged", 3) == []
