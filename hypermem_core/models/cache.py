"""Model replies in one SQLite file, found again by the content of what was asked."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any, Protocol

from hypermem_core.errors import DataError

WAIT, TRIES = 30.0, 60  # seconds a writer waits for another; tries at making the file


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply as it came, with what was asked and what it cost."""

    key: str
    prompt: str  # its name
    model: str
    host: str
    words: str  # the rendered prompt
    text: str  # the raw reply
    parsed: str = ""  # JSON of what was read from it
    problem: str = ""  # why it could not be used; it is then asked again
    repaired: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    requests: int = 1  # requests sent until the reply came
    mode: str = "plain"  # how JSON was asked for: schema, object or plain


_KINDS = {"str": "TEXT", "bool": "INTEGER", "int": "INTEGER", "float": "REAL"}
_COLUMNS = ", ".join(
    f"{f.name} {_KINDS[str(f.type)]}{' PRIMARY KEY' if f.name == 'key' else ' NOT NULL'}"
    for f in fields(Kept)
)
_TABLE = f"CREATE TABLE IF NOT EXISTS calls ({_COLUMNS}) WITHOUT ROWID"
_NAMES = ", ".join(f.name for f in fields(Kept))
_MARKS = ", ".join("?" for _ in fields(Kept))


def reply_key(model: str, prompt: str, parameters: Mapping[str, Any], attempt: int) -> str:
    """Return the sha256 of everything a reply depends on."""
    asked = json.dumps([model, prompt, dict(sorted(parameters.items())), attempt])
    return hashlib.sha256(asked.encode()).hexdigest()


class Replies(Protocol):
    """Where replies are kept."""

    def get(self, key: str) -> Kept | None:
        """Return what is kept under a key, or None."""
        ...

    def put(self, kept: Kept) -> None:
        """Keep a reply; the last one under a key counts."""
        ...

    def forget(self, keys: Iterable[str]) -> None:
        """Drop replies, so that they are asked for again."""
        ...


@dataclass(frozen=True, slots=True)
class ReplyMemory:
    """Replies kept as long as the process lives."""

    found: dict[str, Kept] = field(default_factory=dict, repr=False)

    def get(self, key: str) -> Kept | None:
        """Return what is kept under a key, or None."""
        return self.found.get(key)

    def put(self, kept: Kept) -> None:
        """Keep a reply."""
        self.found[kept.key] = kept

    def forget(self, keys: Iterable[str]) -> None:
        """Drop replies."""
        for key in keys:
            self.found.pop(key, None)


@dataclass(slots=True)
class Held:
    """A connection that stays open: opening one for each call would cost more than the call."""

    database: sqlite3.Connection | None = None
    file: int = 0  # inode: a file that was moved away is not written to any more
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def connected(self, path: Path) -> Iterator[sqlite3.Connection]:
        """Yield the connection to a file that its owner has made, for one thread at a time."""
        with self.lock:
            now = path.stat().st_ino if path.exists() else 0
            if self.database is None or now != self.file:
                self.close()
                self.database = sqlite3.connect(path, timeout=WAIT, check_same_thread=False)
                self.database.execute("PRAGMA synchronous = NORMAL")
                self.database.execute(_TABLE)  # of a file begun anew where the old one was
                self.file = path.stat().st_ino
            yield self.database

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self.database is not None:
            self.database.close()
            self.database = None

    def __del__(self) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class ReplyCache:
    """The file of replies; threads share its one connection, one at a time.

    A reply outlives a killed process the moment it is put; only a power cut may cost the last ones.
    """

    path: Path
    held: Held = field(default_factory=Held, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error) from None

    def get(self, key: str) -> Kept | None:
        """Return what is kept under a key, or None."""
        with self._open() as database:
            row = database.execute(f"SELECT {_NAMES} FROM calls WHERE key = ?", (key,)).fetchone()
        if not row:
            return None
        found = dict(zip((f.name for f in fields(Kept)), row, strict=True))
        return Kept(**{**found, "repaired": bool(found["repaired"])})

    def put(self, kept: Kept) -> None:
        """Keep a reply; the last one under a key counts."""
        with self._open() as database:
            database.execute(f"INSERT OR REPLACE INTO calls VALUES ({_MARKS})", astuple(kept))

    def forget(self, keys: Iterable[str]) -> None:
        """Drop replies, so that they are asked for again."""
        with self._open() as database:
            database.executemany("DELETE FROM calls WHERE key = ?", [(key,) for key in keys])

    def count(self) -> int:
        """Return how many usable replies are kept."""
        with self._open() as database:
            asked = "SELECT count(*) FROM calls WHERE problem = ''"
            return int(database.execute(asked).fetchone()[0])

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
            with self.held.connected(self.path) as database, database:
                yield database
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error) from None


@dataclass(slots=True)
class Flights:
    """One lock for each key that is being asked: whoever asks the same waits for the first."""

    waiting: dict[str, list[Any]] = field(default_factory=dict)  # key → [lock, how many use it]
    lock: Lock = field(default_factory=Lock, repr=False)

    @contextmanager
    def alone(self, key: str) -> Iterator[None]:
        """Let one thread at a time ask for a key."""
        with self.lock:
            flight = self.waiting.setdefault(key, [Lock(), 0])
            flight[1] += 1
        try:
            with flight[0]:
                yield
        finally:
            with self.lock:
                flight[1] -= 1
                if not flight[1]:
                    del self.waiting[key]


def _unusable(path: Path, error: sqlite3.DatabaseError) -> DataError:
    return DataError(
        f"{path.name}: the kept replies cannot be used ({error}).",
        "Move the file away; replies will be asked for again.",
    )
