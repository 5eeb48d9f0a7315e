"""Open a run of the official HyperMem code: its folder → an experiment of ours, with a report."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from app import cache, state
from app.components.import_report import import_report
from app.components.job_progress import job_progress
from app.jobs import Job
from hypermem_core.errors import DataError
from hypermem_core.official import Imported, import_run
from hypermem_core.official.saving import read_sidecar, sidecar_folder

KEY = "import-official"
ABOUT = (
    "Conversations, memories, search results, answers and judgements come in as they are; what is "
    "missing, cut or wrong in them is listed. The nodes are embedded anew, so you can ask them."
)


def official_run() -> None:
    """Draw the door for a results folder of the official code, folded away."""
    job = cache.jobs().get(KEY)
    label = "Open an official HyperMem run"
    with st.expander(label, icon=":material/drive_file_move:", expanded=job is not None):
        st.caption(ABOUT)
        left, right = st.columns([3, 1], gap="medium")
        path = left.text_input(
            "Folder path", placeholder="/path/to/results/HyperMem-v3_…", key="official-path"
        )
        name = right.text_input("As experiment", "official", key="official-experiment")
        busy = job is not None and not job.done
        if st.button("Open this run", disabled=busy or not path, key="official-open"):
            _start(Path(path), name)
            st.rerun()
        if job is not None:
            job_progress(job)
            _finished(job)


def _start(path: Path, experiment: str) -> None:
    if not state.NAME.fullmatch(experiment):
        raise DataError(
            f"{experiment!r} cannot name an experiment.", "Use letters, digits, '.', '_' and '-'."
        )
    settings = state.settings(state.get())
    work = partial(
        import_run,
        path,
        cache.store(),
        experiment,
        embedder=cache.models(settings).embedder,
        embedder_name=settings.models.embedder,
    )
    cache.jobs().start(KEY, lambda emit: work(emit=emit))


def _finished(job: Job) -> None:
    """Draw what a finished import brought, and the way there."""
    found = job.result
    if not isinstance(found, Imported):
        return
    counts = {"conversations": len(found.conversations), **found.counts}
    st.text(" · ".join(_counted(number, name) for name, number in counts.items()))
    if st.button("Go to this experiment", type="primary", icon=":material/arrow_forward:"):
        cache.jobs().forget(KEY)
        state.update(
            experiment=found.experiment,
            method="hypermem",
            source=str(found.source),
            conversation_id=found.conversations[0].id,
            selected="",
            question="",
        )
        st.rerun()
    import_report(found.report)


def _counted(number: int, plural: str) -> str:
    return f"{number:,} {plural.removesuffix('s') if number == 1 else plural}"


def official_report() -> None:
    """Draw what was wrong with the run that the open conversations came from, if they did."""
    now = state.get()
    kept = read_sidecar(cache.store(), now.experiment)
    folder = sidecar_folder(cache.store(), now.experiment)
    if kept is not None and now.source and Path(now.source).parent == folder:
        import_report(kept.report)
