"""An experiment as one zip file, and back; names and sizes are checked before a byte is written."""

from __future__ import annotations

import io
import re
import shutil
import struct
import tempfile
import zlib
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_LZMA, BadZipFile, ZipFile, ZipInfo

from hypermem_core.errors import DataError
from hypermem_core.store import Store, checked_name

MOST_BYTES = 2 * 1024**3  # unpacked
MOST_FILES = 20_000
_PARTS = re.compile(r"[A-Za-z0-9._-]+")
LONGEST = 120  # signs of a name's part; file systems take 255 bytes
DEEPEST = 12  # parts of a name
_SUFFIXES = {".json", ".jsonl", ".npz", ".md"}
# ValueError: a torn table of contents makes `zipfile` seek before the file or decode no name
_DAMAGED = (
    BadZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    ValueError,
    struct.error,
    zlib.error,
    LZMAError,
)
_MARK = "hypermem-studio-bundle.json"


def pack(store: Store, experiment: str, compact: bool = False) -> bytes:
    """Return an experiment as a zip; the same files give the same bytes.

    `compact` packs rows and events a fourth as large; we read that, some zip programs do not.

    Raises:
        DataError: there is no such experiment.
    """
    folder = store.root / checked_name(experiment)
    files = sorted(
        path for path in folder.rglob("*") if path.is_file() and path.suffix in _SUFFIXES
    )
    if not files:
        raise DataError(f"There is no experiment {experiment!r}.", "Build a memory first.")
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as bundle:
        bundle.writestr(_entry(_MARK), f'{{"version": 1, "experiment": "{experiment}"}}\n')
        for path in files:
            name = path.relative_to(folder).as_posix()
            if all(not part.startswith(".") for part in PurePosixPath(name).parts):
                bundle.writestr(_entry(name, compact), path.read_bytes())
    return data.getvalue()


def _entry(name: str, compact: bool = False) -> ZipInfo:
    info = ZipInfo(name)  # its default date is 1980: equal bundles are equal bytes
    info.compress_type = ZIP_LZMA if compact and name.endswith(".jsonl") else ZIP_DEFLATED
    return info


def unpack(data: bytes, store: Store, experiment: str) -> int:
    """Write a bundle as a new experiment and return how many files it has.

    Nothing is written unless every name and the sum of all sizes are in order; a killed unpack
    leaves no experiment behind.

    Raises:
        DataError: no bundle of ours, a path that leaves the folder, too large, or a name taken.
    """
    target = store.root / checked_name(experiment)
    if target.exists():
        raise DataError(
            f"There is an experiment {experiment!r} already.", "Choose another name for it."
        )
    try:
        with ZipFile(io.BytesIO(data)) as bundle:
            entries = _checked(bundle)
            return _write(bundle, entries, store.root, target)
    except _DAMAGED as error:
        raise DataError(
            f"The bundle cannot be read ({error}).", "Export it again, unencrypted."
        ) from None


def _checked(bundle: ZipFile) -> list[ZipInfo]:
    """Return the entries worth writing; DataError for anything a bundle of ours never holds."""
    entries = [entry for entry in bundle.infolist() if not entry.is_dir()]
    if _MARK not in {entry.filename for entry in entries}:
        raise DataError("This zip is no experiment bundle.", "Choose a file exported by Studio.")
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise DataError(
            f"The bundle is larger than {MOST_BYTES // 1024**3} GB or {MOST_FILES:,} files.",
            "Export single experiments.",
        )
    _check_names([entry.filename for entry in entries])
    found = [entry for entry in entries if entry.filename != _MARK]
    if not found:
        raise DataError("The bundle holds no experiment.", "Export it again.")
    return found


def _check_names(names: list[str]) -> None:
    for name in names:
        parts = name.split("/")
        plain = len(parts) <= DEEPEST and all(_plain(part) for part in parts)
        if not plain or PurePosixPath(name).suffix not in _SUFFIXES:
            raise DataError(
                f"The bundle holds {name[:80]!r}, which no experiment has.",
                "Do not open this file.",
            )
    if len({name.lower() for name in names}) < len(names):
        raise DataError("The bundle holds a name twice.", "Do not open this file.")
    folders = {str(folder).lower() for name in names for folder in PurePosixPath(name).parents}
    if any(name.lower() in folders for name in names):
        raise DataError("The bundle holds a file that is a folder too.", "Do not open this file.")


def _plain(part: str) -> bool:
    short = len(part) <= LONGEST and not part.startswith(".")
    return short and _PARTS.fullmatch(part) is not None


def _write(bundle: ZipFile, entries: list[ZipInfo], root: Path, target: Path) -> int:
    root.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".bundle.", dir=root))
    try:
        left = MOST_BYTES
        for entry in entries:
            path = made / entry.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            with bundle.open(entry) as source, path.open("wb") as file:
                left -= _copied(source, file, min(left, entry.file_size))
        made.chmod(0o755)
        made.rename(target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return len(entries)


def _copied(source: object, file: object, most: int) -> int:
    """Copy at most the promised bytes; DataError when there are more (a zip bomb)."""
    size = 0
    while chunk := source.read(1 << 20):  # type: ignore[attr-defined]
        size += len(chunk)
        if size > most:
            raise DataError("A file in the bundle is larger than it says.", "Do not open it.")
        file.write(chunk)  # type: ignore[attr-defined]
    return size
