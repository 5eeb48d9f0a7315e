"""Beside a recall: which gold turns it is of, where an audit or a dispute names others."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import cache
from app.evaluating import Evaluated
from hypermem_core.evaluation.gold import GoldAudit
from hypermem_core.evaluation.keys import key
from hypermem_core.types import EvalRow


def gold_note(experiment: str, runs: Sequence[Evaluated]) -> None:
    """Say that recall is of the gold turns as published; nothing where none is corrected."""
    found = {
        name: run.run for run in runs for name in corrected(run.rows, cache.doubts(experiment, run))
    }
    if found:
        st.caption(
            f"⚑ Recall here is of the gold turns as published; an audit or a dispute names other "
            f"turns for {len(found):,} of these questions. Diagnose follows the corrected ones, "
            "question by question."
        )


def corrected(rows: Sequence[EvalRow], audit: GoldAudit) -> list[str]:
    """Return the keys of the questions for which the audit names other gold turns."""
    found = []
    for row in rows:
        error = audit.errors.get(key(row.conversation_id, row.question))
        named = set(error.evidence) if error else set()
        if error and named and named != set(row.question.evidence):
            found.append(error.key)
    return found
