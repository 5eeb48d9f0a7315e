"""What chat models were paid: calls, tokens, cached share, seconds and cost of every step."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from app.components.export import export
from hypermem_core.evaluation.costs import money, total
from hypermem_core.types import Usage


def spent(by_step: Mapping[str, Usage], questions: int = 0, of: str = "") -> None:
    """Draw one row a step and their sum; with questions, what one of them cost.

    `of` names what was paid for, and tells several tables of a page apart.
    """
    if not any(usage.calls for usage in by_step.values()):
        return
    table = spent_table(by_step, questions)
    st.dataframe(table, hide_index=True, width="stretch")
    name = f"cost of {', '.join(by_step)}"
    export(table, f"{name} in {of}" if of else name)


def spent_table(by_step: Mapping[str, Usage], questions: int = 0) -> pd.DataFrame:
    """Return the rows as text: an unknown cost is "unknown"."""
    rows = {**by_step, "together": total(by_step.values())} if len(by_step) > 1 else dict(by_step)
    return pd.DataFrame([_row(name, usage, questions) for name, usage in rows.items()])


def _row(name: str, usage: Usage, questions: int) -> dict[str, str]:
    row = {
        "step": name,
        "calls": f"{usage.calls:,}",
        "known": f"{usage.cached / usage.calls:.0%}" if usage.calls else "–",
        "tokens read": f"{usage.prompt_tokens:,}",
        "written": f"{usage.completion_tokens:,}",
        "model seconds": f"{usage.seconds:,.1f}",
        "cost": money(usage.cost),
    }
    if questions:
        tokens = usage.prompt_tokens + usage.completion_tokens
        row["tokens a question"] = f"{tokens / questions:,.0f}"
        row["cost a question"] = money(None if usage.cost is None else usage.cost / questions)
    return row


def about_spent() -> None:
    """Say what the columns mean, once."""
    st.caption(
        "known = share answered from the kept replies. Tokens, seconds and cost are those of "
        "the replies when they were made, so known ones are in them but were not paid again."
    )
