"""Each run's card – what its numbers rest on – with the run's downloads: card and report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from app import cache
from app.components.evaluation_results import names
from app.components.export import export, file_name
from app.components.job_progress import job_progress
from app.evaluating import Evaluated
from app.jobs import Job
from app.markup import literal
from hypermem_core import codec
from hypermem_core.evaluation.costs import money
from hypermem_core.reports import run_card
from hypermem_core.reports.run_card import RunCard
from hypermem_core.reports.static_report import static_report

STAGES = ("rows", "questions")


def run_cards(experiment: str, runs: Sequence[Evaluated]) -> None:
    """Draw one folded card a run, with the downloads of the card and of the whole report."""
    for name, run in names(runs).items():
        with st.expander(f"Run card · {literal(name)}", icon=":material/badge:"):
            card = run_card.read(cache.store().run_folder(experiment, run.run))
            _downloads(experiment, run, card)
            if card is None:
                st.text("This run has no card: it was made elsewhere, or by an older version.")
                continue
            table = pd.DataFrame(card_rows(card), columns=["what", "value"])
            st.dataframe(
                table,
                hide_index=True,
                width="stretch",
                height="content",
                column_config={"what": st.column_config.TextColumn(width=170)},
            )
            export(table, f"run card {run.run}")


def _downloads(experiment: str, run: Evaluated, card: RunCard | None) -> None:
    job = cache.jobs().get(_key(experiment, run))
    with st.container(horizontal=True, gap="small"):
        _report(experiment, run, job)
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


def _report(experiment: str, run: Evaluated, job: Job | None) -> None:
    """Draw the way to the report: the button that makes it, its progress, then the file."""
    if job is not None and job.result is not None:
        st.download_button(
            "Report (HTML)",
            job.result,
            file_name(f"report {run.run}", "html"),
            "text/html",
            key=f"report-{run.run}",
            icon=":material/description:",
            help="One file with charts, tables, every question and this card; needs no network.",
            on_click="ignore",
        )
        return
    if job is not None:
        job_progress(job, STAGES)
    if job is None or job.done:
        st.button(
            "Make the report",
            key=f"make-report-{run.run}",
            icon=":material/description:",
            help="One HTML file with charts, tables, every question and this card.",
            on_click=_make,
            args=(experiment, run),
        )


def _make(experiment: str, run: Evaluated) -> None:
    """Begin a report; of an experiment's other runs none is kept in memory."""
    cache.jobs().forget_all(f"{experiment}/report/")
    work = partial(static_report, cache.store(), experiment, run.run)
    cache.jobs().start(_key(experiment, run), work)


def _key(experiment: str, run: Evaluated) -> str:
    return f"{experiment}/report/{run.run}/{run.when}/{len(run.rows)}"


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
