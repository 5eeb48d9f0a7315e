"""One question of a run under its gold, as published or corrected; and a dispute of that gold."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app import cache, diagnosing, state
from app.components.custody_view import custody_view
from app.components.dispute import dispute_gold
from app.components.loss_overview import PILLS
from app.components.lost_questions import ALL
from app.evaluating import Evaluated
from hypermem_core.evaluation.disputes import gold_folder
from hypermem_core.evaluation.gold import GoldAudit
from hypermem_core.types import Conversation, Custody, EvalRow

MODES = ("as published", "corrected")


def diagnosed_question(
    experiment: str, run: Evaluated, found: Custody, chat: Conversation, audit: GoldAudit
) -> Custody:
    """Draw a question's chain and its dispute; return the custody shown, under the gold chosen."""
    row = diagnosing.row_of(run.rows, found)
    if row is None:
        custody_view(found, chat)
        return found
    known = audit.errors.get(found.key)
    shown, custody = row, found
    if known is not None and _corrected_wanted(found.key):
        under = _corrected(experiment, run, row, found, chat, audit)
        if under is not None and under.custody is not None:
            shown, custody = under, under.custody
    custody_view(custody, chat, shown)
    folder = gold_folder(cache.store(), experiment)
    dispute_gold(row, folder, known, chat.turns, partial(_stay, found))
    return custody


def _stay(found: Custody) -> None:
    """Keep the question open: with its gold it leaves the stage of loss that was listed."""
    state.update(question=found.question, conversation_id=found.conversation_id)
    state.bind(PILLS, ALL)


def _corrected_wanted(name: str) -> bool:
    mode = st.segmented_control(
        "Gold",
        MODES,
        default=MODES[0],
        required=True,
        key=f"gold-{name}",
        help="Corrected: what the audit or your dispute says; the question is retrieved again to "
        "follow its turns.",
    )
    return bool(mode == MODES[1])


def _corrected(
    experiment: str,
    run: Evaluated,
    row: EvalRow,
    found: Custody,
    chat: Conversation,
    audit: GoldAudit,
) -> EvalRow | None:
    asked = cache.asked_again(experiment, run, found, chat)
    kept = cache.judgements(experiment, run.run)
    under = diagnosing.corrected(row, run.judge, audit, kept, asked)
    if under is None:
        st.info("Corrected scores leave this question out: its dispute names no better answer.")
    elif under.verdict is None and row.verdict is not None:
        st.caption("The answer is not judged against the corrected gold yet: Judges & gold does.")
    return under
