"""One writer for a run: two that evaluated it at once would cut each other's rows off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from hypermem_core.errors import DataError


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Hold a run's folder while it is written; a killed process lets go of it by itself.

    Raises:
        DataError: another process or thread is evaluating this run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".writer", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise DataError(
            f"The run {folder.name} is being evaluated already.",
            "Wait until it has finished or stop it there; or give this one another name.",
        ) from None
    try:
        yield
    finally:
        lock.release()
