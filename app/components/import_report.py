"""What reading a file repaired, dropped, guessed or noted: one tidy table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from app.components.export import export
from hypermem_core.types import ImportReport

if TYPE_CHECKING:  # slow to import, and the first screen has no table
    import pandas as pd

ORDER = ("dropped", "repaired", "guessed", "noted")


def table(report: ImportReport) -> pd.DataFrame:
    """Return the findings, what was lost first."""
    import pandas as pd

    found = sorted(report.findings, key=lambda item: (ORDER.index(item.action), -item.count))
    columns = ["action", "what", "count", "for example"]
    rows = [
        (one.action, one.kind.replace("_", " "), one.count, " · ".join(one.examples[:3]))
        for one in found
    ]
    return pd.DataFrame(rows, columns=columns)


def summary(report: ImportReport) -> str:
    """Return `3 dropped · 9 repaired`, or that nothing had to be changed."""
    counts = {
        action: sum(one.count for one in report.findings if one.action == action)
        for action in ORDER
    }
    said = " · ".join(f"{count:,} {action}" for action, count in counts.items() if count)
    return said or "read as it is: nothing repaired, dropped or guessed"


def import_report(report: ImportReport) -> None:
    """Draw where the conversations came from and what was done to them."""
    st.text(f"{report.source} · the whole file, read as {report.format} · {summary(report)}")
    if report.findings:
        st.dataframe(
            table(report),
            hide_index=True,
            width="stretch",
            column_config={
                "count": st.column_config.NumberColumn(format="localized", width="small"),
                "for example": st.column_config.TextColumn(width="large"),
            },
        )
        export(table(report), f"import report of {report.source}")
