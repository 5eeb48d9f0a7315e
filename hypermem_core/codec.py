"""Dataclass ↔ JSON: the only place that knows how our types are spelt on disk."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hypermem_core.errors import DataError

_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(shape: Any) -> TypeAdapter[Any]:
    """Return the adapter of a shape, made once: making one costs milliseconds."""
    if shape not in _ADAPTERS:
        _ADAPTERS[shape] = TypeAdapter(shape)
    return _ADAPTERS[shape]


def encode(value: Any, shape: Any = None) -> Any:
    """Return `value` as plain JSON data (dicts, lists, strings, numbers)."""
    return _adapter(type(value) if shape is None else shape).dump_python(value, mode="json")


def dumps(value: Any, shape: Any | None = None, indent: int | None = None) -> str:
    """Return `value` as JSON text, non-ASCII kept, the same text for the same value.

    Halves of emoji (lone surrogates), which no file can hold, become `?`.
    """
    text = json.dumps(encode(value, shape), ensure_ascii=False, indent=indent)
    return text.encode("utf-8", "replace").decode()


def schema(shape: Any) -> dict[str, Any]:
    """Return the JSON schema of a shape."""
    return _adapter(shape).json_schema()


def decode(shape: Any, data: Any, where: str = "data") -> Any:
    """Return plain JSON data as `shape`; DataError names the first field that does not fit."""
    try:
        return _adapter(shape).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "(top)"
        raise DataError(
            f"{where}: field {field}: {first['msg']}.", "Restore or rebuild it."
        ) from None


def loads(shape: Any, text: str, where: str = "data") -> Any:
    """Return JSON text as `shape`; DataError if it is no JSON or does not fit."""
    try:  # one pass, with no dictionaries between
        return _adapter(shape).validate_json(text)
    except ValidationError:
        pass  # the way below says what is wrong and where; it also reads what only Python does
    try:
        return decode(shape, json.loads(text), where)
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}: line {error.lineno}: not valid JSON ({error.msg}).", "Restore or rebuild it."
        ) from None
    except (ValueError, RecursionError):  # what is valid and yet more than Python reads
        raise DataError(
            f"{where}: nested too deeply, or a number has thousands of digits.",
            "Restore or rebuild it.",
        ) from None
