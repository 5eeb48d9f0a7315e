"""A table's way out: CSV and JSON, made only when asked for; cells are safe in a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from app.markup import literal
from hypermem_core.reports.tables import to_csv, to_json

if TYPE_CHECKING:  # slow to import, and the first screen has no table
    import pandas as pd

    Rows = Sequence[Mapping[str, Any]] | pd.DataFrame


def export(rows: Rows, name: str, key: str = "") -> None:
    """Draw two small buttons that download the rows as CSV and JSON, named after the table.

    `name` says what the table is ("questions of flat-1234"); `key` tells two tables of one
    name apart on a page.
    """
    found = plain(rows)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for kind, write in (("csv", to_csv), ("json", to_json)):
            st.download_button(
                kind.upper(),
                partial(_bytes, write, found),
                file_name(name, kind),
                f"text/{kind}" if kind == "csv" else "application/json",
                key=f"export-{kind}-{key or name}",
                icon=":material/download:",
                type="tertiary",
                help=literal(f"{len(found):,} rows: {name}"),
                on_click="ignore",
            )


def _bytes(write: Callable[[list[dict[str, Any]]], str], rows: list[dict[str, Any]]) -> bytes:
    return write(rows).encode()


def plain(rows: Rows) -> list[dict[str, Any]]:
    """Return rows of plain values: a missing number is nothing, a column always has a name."""
    if isinstance(rows, Sequence):
        return [dict(row) for row in rows]
    named = rows.rename(columns={"": "mark"})
    held = named.astype(object).where(named.notna(), None)
    return [{str(k): v for k, v in row.items()} for row in held.to_dict(orient="records")]


def file_name(name: str, kind: str) -> str:
    """Return a file's name that is safe everywhere; what a chat named is no path."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:80]
    return f"{stem or 'table'}.{kind}"
