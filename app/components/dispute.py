"""Dispute a gold answer: what is wrong with it, what it and its gold turns should be, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import streamlit as st

from app import state
from app.figures.labels import shorten
from app.judging import HERE, KINDS, doubt, published_turns
from hypermem_core.evaluation.disputes import dispute, disputes, withdraw
from hypermem_core.evaluation.gold import GoldError, exported
from hypermem_core.evaluation.keys import key
from hypermem_core.types import EvalRow, Turn

LABEL = 140  # signs of a turn in the list of turns


def dispute_gold(
    row: EvalRow,
    folder: Path,
    known: GoldError | None,
    turns: Sequence[Turn],
    then: Callable[[], None] = lambda: None,
) -> None:
    """Draw what is said against a row's published gold, the form, and a way out for disputes.

    `turns` are those of the conversation, the gold turns to choose from; `then` is called once
    a dispute is kept or withdrawn, before the page is drawn again.
    """
    if known is not None:
        _said(known)
    label = "Dispute this gold answer" if known is None else "Change the dispute"
    name = "dispute" if known is None else "change-dispute"  # once kept, the form is shut
    # folded into the page, not a popover: the form is tall, and the page may end below it
    box = st.expander(label, icon=":material/flag:", on_change="rerun", key=name)
    if box.open:  # shut, a long conversation's turns are not sent
        with box:
            _form(row, folder, known, turns, then)
    if known is not None and known.source == HERE:
        about = (folder, key(row.conversation_id, row.question), then)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.button("Withdraw the dispute", on_click=_withdraw, args=about)
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
    kind = next((words for words, kind in KINDS.items() if kind == known.kind), known.kind)
    st.text(f"⚑ Disputed ({known.source}): {known.note or kind}")
    if known.corrected:
        st.text(f"It should be: {known.corrected}")
    if known.evidence:
        st.text(f"Its gold turns should be: {', '.join(known.evidence)}")


def _form(
    row: EvalRow,
    folder: Path,
    known: GoldError | None,
    turns: Sequence[Turn],
    then: Callable[[], None],
) -> None:
    kinds = list(KINDS)
    names = [name for name, kind in KINDS.items() if known and kind == known.kind]
    labels = turn_labels(turns)
    published = published_turns(row, labels)
    right = [turn for turn in known.evidence if turn in labels] if known else []
    name = f"dispute-{key(row.conversation_id, row.question)}"
    fields = {field: f"{name}-{field}" for field in ("kind", "answer", "turns", "note")}
    with st.form(name, border=False):
        st.selectbox(
            "What is wrong", kinds, kinds.index(names[0]) if names else 0, key=fields["kind"]
        )
        st.text_input(
            "What it should be",
            known.corrected if known else "",
            key=fields["answer"],
            help="Empty: the question is left out of corrected scores.",
        )
        st.multiselect(
            "Gold turns",
            list(labels),
            right or published,
            format_func=lambda turn: labels[turn],
            key=fields["turns"],
            filter_mode="contains",
            select_all=False,
            placeholder="Search by id, name or words",
            help="The turns that state the right answer; as published until you change them.",
        )
        st.text_area("Why", known.note if known else "", height=80, key=fields["note"])
        st.form_submit_button(
            "Keep the dispute", on_click=_keep, args=(row, folder, published, fields, then)
        )


def _keep(
    row: EvalRow,
    folder: Path,
    published: Sequence[str],
    fields: Mapping[str, str],
    then: Callable[[], None],
) -> None:
    kind, answer, turns, note = (state.widget(field) for field in fields.values())
    evidence = () if set(turns) == set(published) else tuple(turns)
    dispute(folder, doubt(row, kind, answer, note, evidence))
    then()


def _withdraw(folder: Path, name: str, then: Callable[[], None]) -> None:
    withdraw(folder, name)
    then()


def turn_labels(turns: Sequence[Turn]) -> dict[str, str]:
    """Return turn → its id, its speaker and the start of its words, in the chat's order."""
    return {one.id: shorten(f"{one.id} · {one.speaker}: {one.content}", LABEL) for one in turns}
