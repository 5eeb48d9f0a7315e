"""A file that grows by lines, and what a killed writer leaves of one."""

from pathlib import Path

import pytest

from hypermem_core.errors import DataError
from hypermem_core.evaluation.journal import append, entries


def test_lines_are_added_and_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.jsonl"
    assert entries(dict[str, int], path) == []
    append(path, {"a": 1})
    append(path, {"a": 2})
    assert entries(dict[str, int], path) == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("left", [b'{"a": 1}\n{"a', b'{"a'])
def test_a_torn_last_line_is_cut_before_the_next(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(left)
    append(path, {"a": 3})
    assert path.read_bytes() == left[: left.rfind(b"\n") + 1] + b'{"a": 3}\n'


def test_a_line_of_another_shape_is_named(tmp_path: Path) -> None:
    append(tmp_path / "file.jsonl", {"a": "x"})
    with pytest.raises(DataError, match=r"file\.jsonl.*field a"):
        entries(dict[str, int], tmp_path / "file.jsonl")
