"""Dispute a gold answer: what is wrong with it, what it and its gold turns should be, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from app.figures.labels import shorten
from app.judging import HERE, KINDS, doubt, published_turns
from hypermem_core.evaluation.disputes import dispute, disputes, withdraw
from hypermem_core.evaluation.gold import GoldError, exported
from hypermem_core.evaluation.keys import key
from hypermem_core.types import EvalRow, Turn

LABEL = 90  # signs of a turn in the list of turns


def dispute_gold(
    row: EvalRow, folder: Path, known: GoldError | None, turns: Sequence[Turn]
) -> None:
    """Draw what is said against a row's published gold, the form, and a way out for disputes.

    `turns` are those of the conversation, the gold turns to choose from.
    """
    if known is not None:
        _said(known)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        label = "Dispute this gold answer" if known is None else "Change the dispute"
        name = "dispute" if known is None else "change-dispute"  # once kept, the form is shut
        box = st.popover(label, icon=":material/flag:", on_change="rerun", key=name)
        if box.open:  # closed, a long conversation's turns are not sent
            with box:
                _form(row, folder, known, turns)
        if known is not None and known.source == HERE:
            about = (folder, key(row.conversation_id, row.question))
            st.button("Withdraw the dispute", on_click=withdraw, args=about)
            export_disputes(folder)


def export_disputes(folder: Path) -> None:
    """Draw the download of an experiment's own disputes as an audit file."""
    mine = list(disputes(folder).values())
    st.download_button(
        f"Your {len(mine):,} dispute{'' if len(mine) == 1 else 's'}",
        exported(mine),
        "disputes.json",
        "application/json",
        icon=":material/download:",
        type="tertiary",
        disabled=not mine,
        help="JSON that “Judges & gold” reads as an audit.",
        on_click="ignore",
    )


def _said(known: GoldError) -> None:
    st.text(f"⚑ Disputed ({known.source}): {known.note or known.kind}")
    if known.corrected:
        st.text(f"It should be: {known.corrected}")
    if known.evidence:
        st.text(f"Its gold turns should be: {', '.join(known.evidence)}")


def _form(row: EvalRow, folder: Path, known: GoldError | None, turns: Sequence[Turn]) -> None:
    kinds = list(KINDS)
    names = [name for name, kind in KINDS.items() if known and kind == known.kind]
    labels = turn_labels(turns)
    published = published_turns(row, labels)
    right = [turn for turn in known.evidence if turn in labels] if known else []
    with st.form(f"dispute-{key(row.conversation_id, row.question)}", border=False):
        kind = st.selectbox("What is wrong", kinds, kinds.index(names[0]) if names else 0)
        corrected = st.text_input(
            "What it should be",
            known.corrected if known else "",
            help="Empty: the question is left out of corrected scores.",
        )
        evidence = st.multiselect(
            "Gold turns",
            list(labels),
            right or published,
            format_func=lambda turn: labels[turn],
            placeholder="Search by id, name or words",
            help="The turns that state the right answer; as published until you change them.",
        )
        note = st.text_area("Why", known.note if known else "", height=80)
        if st.form_submit_button("Keep the dispute"):
            chosen = () if set(evidence) == set(published) else tuple(evidence)
            dispute(folder, doubt(row, kind, corrected, note, chosen))
            st.rerun()


def turn_labels(turns: Sequence[Turn]) -> dict[str, str]:
    """Return turn → its id, its speaker and the start of its words, in the chat's order."""
    return {one.id: shorten(f"{one.id} · {one.speaker}: {one.content}", LABEL) for one in turns}
