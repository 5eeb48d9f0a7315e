"""Tables as CSV and JSON; a spreadsheet must never run what a chat said."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_SIGNS = frozenset("=+-@\N{MINUS SIGN}")
_UNSEEN = "CZ"  # control and formatting signs, spaces of every width


def safe_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet reads as a formula: such text gets an apostrophe.

    Numbers stay numbers, also negative ones. Source: OWASP, CSV injection.
    """
    if isinstance(value, str) and _begins_a_formula(value):
        return f"'{value}"
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return safe_cell(json.dumps(value, ensure_ascii=False))


def _begins_a_formula(text: str) -> bool:
    """Return whether a spreadsheet may run it; the East's wide signs count as the plain ones."""
    seen = next((sign for sign in text if unicodedata.category(sign)[0] not in _UNSEEN), "")
    return text.startswith(_STARTS) or unicodedata.normalize("NFKC", seen) in _SIGNS


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV with a header of every column that any row has, in order of appearance."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([safe_cell(name) for name in columns])
    for row in rows:
        writer.writerow([safe_cell(row.get(name)) for name in columns])
    return text.getvalue()


def to_json(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as a JSON list; text is data there, so nothing is changed."""
    return json.dumps([dict(row) for row in rows], ensure_ascii=False, indent=1, default=str) + "\n"
