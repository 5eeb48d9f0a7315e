"""Model replies in one SQLite file, found again by the content of what was asked."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypermem_core.errors import DataError

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

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            database = sqlite3.connect(self.path, timeout=30)
            try:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute(_TABLE)
                with database:
                    yield database
            finally:
                database.close()
        except sqlite3.DatabaseError as error:
            raise DataError(
                f"{self.path.name}: the kept replies cannot be used ({error}).",
                "Move the file away; replies will be asked for again.",
            ) from None
