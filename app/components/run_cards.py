"""Each run's card – what its numbers rest on – with the run's downloads: card and report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from app import cache
from app.components.evaluation_results import names
from app.components.export import file_name
from app.evaluating import Evaluated
from app.markup import literal
from hypermem_core import codec
from hypermem_core.evaluation.costs import money
from hypermem_core.reports import run_card
from hypermem_core.reports.run_card import RunCard
from hypermem_core.reports.static_report import static_report


def run_cards(experiment: str, runs: Sequence[Evaluated]) -> None:
    """Draw one folded card a run, with the downloads of the card and of the whole report."""
    for name, run in names(runs).items():
        with st.expander(f"Run card · {literal(name)}", icon=":material/badge:"):
            card = run_card.read(cache.store().run_folder(experiment, run.run))
            _downloads(experiment, run, card)
            if card is None:
                st.text("This run has no card: it was made elsewhere, or by an older version.")
                continue
            st.dataframe(
                pd.DataFrame(card_rows(card), columns=["what", "value"]),
                hide_index=True,
                width="stretch",
                height="content",
                column_config={"what": st.column_config.TextColumn(width=170)},
            )


def _downloads(experiment: str, run: Evaluated, card: RunCard | None) -> None:
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Report (HTML)",
            partial(static_report, cache.store(), experiment, run.run),
            file_name(f"report {run.run}", "html"),
            "text/html",
            key=f"report-{run.run}",
            icon=":material/description:",
            help="One file with charts, tables, every question and this card; needs no network. "
            "Takes some seconds for a thousand questions.",
            on_click="ignore",
        )
        if card is not None:
            st.download_button(
                "Card (JSON)",
                codec.dumps(card, indent=1) + "\n",
                file_name(f"card {run.run}", "json"),
                "application/json",
                key=f"card-{run.run}",
                icon=":material/download:",
                help="Also every setting, package version and prompt hash.",
                on_click="ignore",
            )


def card_rows(card: RunCard) -> list[tuple[str, str]]:
    """Return the card in words, without the long lists that its download holds."""
    tokens = sum(card.tokens.values())
    return [
        ("code", card.code),
        ("begun", card.created.replace("T", " ")),
        ("finished", card.finished.replace("T", " ") or "no: stopped, or still running"),
        ("questions", f"{card.questions:,}"),
        ("dataset", f"{card.dataset} · {', '.join(card.conversations)}"),
        *((f"model: {role}", name) for role, name in card.models.items()),
        ("tokens", f"{tokens:,}"),
        ("cost", money(card.cost)),
        ("settings", f"{len(card.settings)} knobs"),
        ("prompts", f"{len(card.prompts)} hashes"),
        ("Python", card.python),
        ("packages", ", ".join(f"{name} {version}" for name, version in card.packages.items())),
    ]
