"""A file → text → JSON values; whatever is wrong is said in one sentence."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.errors import DataError

LARGEST = 200 * 1024 * 1024
SHAPES = "LoCoMo JSON, role–content messages (JSON or JSONL) or a chat of “Name: text” lines"
_LONE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_text(path: Path) -> str:
    """Return a text file's content.

    Raises:
        DataError: there is no such file, it is no text, it is empty or too large.
    """
    try:
        if path.is_dir():
            raise DataError(f"{path}: this is a folder.", "Choose one file inside it.")
        size = path.stat().st_size
        check_size(size, path.name)
        return decode_text(path.read_bytes(), path.name)
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file.", "Check the path.") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        raise DataError(f"{path}: cannot be read ({error}).", "Check path and rights.") from None


def check_size(size: int, name: str) -> None:
    """Raise DataError for more bytes than we read into memory."""
    if size > LARGEST:
        raise DataError(
            f"{name}: {size / 2**20:,.0f} MB is more than the limit of {LARGEST >> 20} MB.",
            "Split it into smaller files.",
        )


def decode_text(raw: bytes, name: str) -> str:
    """Return bytes as text: UTF-8 with or without BOM, or UTF-16 with one."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif b"\0" in raw[:8192]:
        raise DataError(f"{name}: this is not a text file.", f"Give {SHAPES}; unpack archives.")
    else:
        encoding = "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{name}: line {line}: not valid {encoding.removesuffix('-sig').upper()} text.",
            "Save the file as UTF-8.",
        ) from None


def parse_json(text: str, name: str, findings: Findings) -> Any:
    """Return the JSON value of `text`.

    Raises:
        json.JSONDecodeError: it is not JSON.
        DataError: it holds an impossible number.
        RecursionError: it is nested too deeply.
    """
    try:
        value = json.loads(text, object_pairs_hook=_objects(findings))
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise DataError(f"{name}: a number has thousands of digits.", "Mend it.") from None
    return _whole_characters(value, findings) if _LONE_SURROGATE.search(text) else value


def _objects(findings: Findings) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            findings.add("duplicate_keys", f"{twice}: only the last one is read", "dropped")
        return value

    return build


def _whole_characters(value: Any, findings: Findings) -> Any:
    """Replace halves of emoji (lone surrogates), which no file can hold, by `?`."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        findings.add("broken_characters", "half an emoji → ?", "repaired")
        return json.loads(text.encode("utf-8", "replace"))
    return value


def parse_lines(text: str, name: str, findings: Findings) -> list[Any] | None:
    """Return the values of JSON lines, bad lines reported; None if most lines are no objects."""
    values: list[Any] = []
    bad: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(parse_json(line, name, findings))
        except json.JSONDecodeError as error:
            bad.append(f"line {number}: {error.msg}")
    objects = sum(isinstance(value, dict) for value in values)
    if objects == 0 or objects < len(bad):
        return None
    for place in bad:
        findings.add("bad_json_lines", place, "dropped")
    return values
