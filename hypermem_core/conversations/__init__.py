"""Conversations from files: look at the structure, choose the reader, report every repair."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypermem_core.conversations.document import is_prose, is_text_file, read_document
from hypermem_core.conversations.findings import Findings
from hypermem_core.conversations.locomo import looks_like_sample, read_samples
from hypermem_core.conversations.messages import looks_like_message, message_list, read_messages
from hypermem_core.conversations.reading import (
    SHAPES,
    check_size,
    parse_json,
    parse_lines,
    read_text,
)
from hypermem_core.conversations.transcript import read_transcript
from hypermem_core.errors import DataError
from hypermem_core.types import Conversation, ImportReport


@dataclass(frozen=True, slots=True)
class Loaded:
    """The conversations of one file, and what was done to it."""

    conversations: tuple[Conversation, ...]
    report: ImportReport


def load(path: Path | str) -> Loaded:
    """Read a file of any format we know, told apart by structure, not by name.

    Raises:
        DataError: the file cannot be read as a conversation; says where and what to do.
    """
    path = Path(path)
    return load_text(read_text(path), path.name)


def load_text(text: str, name: str) -> Loaded:
    """Read an upload or a paste called `name`; as `load` otherwise."""
    check_size(len(text), name)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise DataError(f"{name}: the file is empty.", f"Give {SHAPES}.")
    findings = Findings()
    try:
        kind, read = _read(text, name, findings)
    except RecursionError:
        raise DataError(f"{name}: the JSON is nested too deeply.", f"Give {SHAPES}.") from None
    if not read:
        raise DataError(f"{name}: no conversation in it has any turn.", f"Give {SHAPES}.")
    return Loaded(read, ImportReport(name, kind, findings.done()))


def sample_path() -> Path:
    """Return the path of our own sample conversations, `data/sample.json`."""
    path = Path(__file__).resolve().parents[2] / "data" / "sample.json"
    if not path.is_file():
        raise DataError(f"{path}: the sample is missing.", "Get the whole repository again.")
    return path


def _read(text: str, name: str, findings: Findings) -> tuple[str, tuple[Conversation, ...]]:
    if text.lstrip()[0] not in "[{":
        return _read_plain(text, name, findings)
    try:
        value = parse_json(text, name, findings)
    except json.JSONDecodeError as error:
        return _read_not_json(text, name, findings, error)
    return _read_value(value, name, findings)


def _read_plain(text: str, name: str, findings: Findings) -> tuple[str, tuple[Conversation, ...]]:
    """Read a chat of "Name: text" lines; a text file with hardly any such line is a document."""
    try:
        read = read_transcript(text, name, findings)
        if not is_text_file(name) or not is_prose(text, sum(len(c.turns) for c in read)):
            return "transcript", read
    except DataError:
        if not is_text_file(name):
            raise
    findings.forget()
    return "document", read_document(text, name, findings)


def _read_not_json(
    text: str, name: str, findings: Findings, error: json.JSONDecodeError
) -> tuple[str, tuple[Conversation, ...]]:
    findings.forget()
    lines = parse_lines(text, name, findings)
    if lines is not None:
        return _read_value(lines, name, findings)
    if text.lstrip()[0] == "[":  # "[14/10/2021, 15:34] Name: text"
        findings.forget()
        try:
            return _read_plain(text, name, findings)
        except DataError:
            pass  # the JSON error says more
    raise DataError(
        f"{name}: line {error.lineno}: not valid JSON ({error.msg}).",
        "Mend that line, or give a chat of “Name: text” lines.",
    )


def _read_value(value: Any, name: str, findings: Findings) -> tuple[str, tuple[Conversation, ...]]:
    items = _items(value)
    if any(looks_like_sample(item) for item in items):
        return "locomo", read_samples(items, name, findings)
    if any(looks_like_message(item) or message_list(item) is not None for item in items):
        return "messages", read_messages(items, name, findings)
    raise DataError(f"{name}: JSON of an unknown shape ({_shape(value)}).", f"Give {SHAPES}.")


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        return "fields " + ", ".join(map(str, list(value)[:5])) if value else "no fields"
    if isinstance(value, list):
        return f"a list of {_shape(value[0])}" if value else "an empty list"
    return f"a {type(value).__name__}"


def _items(value: Any) -> list[Any]:
    """Return the candidates for conversations or messages in a JSON value."""
    if isinstance(value, list):
        return value
    if isinstance(value, Mapping) and value and not looks_like_sample(value):
        if all(looks_like_sample(part) for part in value.values()):  # {"0": {…}, "1": {…}}
            return list(value.values())
        inner = value.get("conversations")
        if isinstance(inner, list) and message_list(value) is None:  # {"conversations": [{…}]}
            return inner
    return [value]
