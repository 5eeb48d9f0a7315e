"""Model replies in one SQLite file, found again by the content of what was asked."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any

from hypermem_core.errors import DataError

WAIT, TRIES = 30.0, 60  # seconds a writer waits for another; tries at making the file
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, model TEXT NOT NULL, text TEXT NOT NULL, repaired INTEGER NOT NULL
) WITHOUT ROWID
"""


def reply_key(model: str, prompt: str, parameters: Mapping[str, Any], attempt: int) -> str:
    """Return the sha256 of everything a reply depends on."""
    asked = json.dumps([model, prompt, dict(sorted(parameters.items())), attempt])
    return hashlib.sha256(asked.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReplyCache:
    """The file of replies; every call opens its own connection, so threads may share it."""

    path: Path

    def __post_init__(self) -> None:
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error) from None

    def get(self, key: str) -> str | None:
        """Return the text kept under a key, or None."""
        with self._open() as database:
            row = database.execute("SELECT text FROM replies WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def put(self, key: str, model: str, text: str, repaired: bool = False) -> None:
        """Keep a text; the first one kept under a key stays."""
        with self._open() as database:
            database.execute(
                "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)", (key, model, text, repaired)
            )

    def count(self) -> int:
        """Return how many replies are kept."""
        with self._open() as database:
            return int(database.execute("SELECT count(*) FROM replies").fetchone()[0])

    def _prepare(self) -> None:
        """Make the file and its table; turning on WAL does not wait for other users, so we do."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for left in range(TRIES, 0, -1):
            try:
                with closing(sqlite3.connect(self.path, timeout=WAIT)) as database:
                    database.execute("PRAGMA journal_mode = WAL")
                    database.execute(_TABLE)
                return
            except sqlite3.OperationalError:
                if left == 1:
                    raise
                sleep(WAIT / TRIES / 10)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT)) as database, database:
                yield database
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error) from None


def _unusable(path: Path, error: sqlite3.DatabaseError) -> DataError:
    return DataError(
        f"{path.name}: the kept replies cannot be used ({error}).",
        "Move the file away; replies will be asked for again.",
    )
