from pathlib import Path

import pytest

from app.imports import keep


@pytest.mark.parametrize("name", ["../../evil.json", "/etc/passwd", "a b\n<c>.exe", "", "..."])
def test_an_upload_stays_below_its_folder(tmp_path: Path, name: str) -> None:
    path = keep(tmp_path, name, b"Ana: hi")
    assert path.resolve().is_relative_to(tmp_path.resolve())
    assert path.read_bytes() == b"Ana: hi"
    assert path.suffix in {".json", ".txt"}


def test_the_same_file_twice_is_one_file(tmp_path: Path) -> None:
    assert keep(tmp_path, "chat.json", b"[]") == keep(tmp_path, "chat.json", b"[]")
    assert keep(tmp_path, "chat.json", b"{}") != keep(tmp_path, "chat.json", b"[]")
