"""Files that only grow, one JSON value a line: what a killed writer leaves is mended."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.store import read_jsonl


def append(path: Path, value: Any) -> None:
    """Add a value as the last line, on disk before this returns; a torn last line is cut off."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = (codec.dumps(value) + "\n").encode()
    with path.open("a+b") as file:
        _cut_torn(file)
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def entries(shape: Any, path: Path) -> list[Any]:
    """Return the whole lines of a file as values of a shape; none without the file.

    Raises:
        DataError: a line is not of that shape; says which.
    """
    return [codec.decode(shape, row, path.name) for row in read_jsonl(path)]


def _cut_torn(file: Any) -> None:
    size = file.seek(0, os.SEEK_END)
    if not size:
        return
    file.seek(size - 1)
    if file.read(1) == b"\n":
        return
    file.seek(0)
    file.truncate(file.read().rfind(b"\n") + 1)
