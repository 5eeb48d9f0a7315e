"""Vectors in one SQLite file, found again by the content of what was embedded."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hypermem_core.errors import DataError
from hypermem_core.memory import Matrix

WAIT = 30.0  # seconds a writer waits for another
MOST = 500  # keys asked for in one statement
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB) WITHOUT ROWID"


def vector_key(model: str, text: str) -> str:
    """Return the sha256 of a model's name and a text: what a vector depends on."""
    return hashlib.sha256(f"{model}\0{text}".encode(errors="surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class VectorCache:
    """The file of vectors; every call opens its own connection, so threads may share it."""

    path: Path

    def __post_init__(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._open() as database:
            database.execute(_TABLE)

    def get(self, keys: Sequence[str]) -> dict[str, Matrix]:
        """Return those of the vectors that are kept."""
        found: dict[str, Matrix] = {}
        with self._open() as database:
            for start in range(0, len(keys), MOST):
                part = keys[start : start + MOST]
                marks = ", ".join("?" * len(part))
                asked = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"
                for key, blob in database.execute(asked, part):
                    found[key] = np.frombuffer(blob, "<f4").astype(np.float32)
        return found

    def put(self, vectors: Mapping[str, Matrix]) -> None:
        """Keep vectors; the first one kept under a key stays."""
        rows = [(key, np.asarray(vector, "<f4").tobytes()) for key, vector in vectors.items()]
        with self._open() as database:
            database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT)) as database, database:
                yield database
        except sqlite3.DatabaseError as error:
            raise DataError(
                f"{self.path.name}: the kept vectors cannot be used ({error}).",
                "Move the file away; vectors will be asked for again.",
            ) from None
