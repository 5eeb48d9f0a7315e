"""The rows of a run on disk: whole ones to open, brief ones to count, both resumable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from hypermem_core import codec
from hypermem_core.answer import fit
from hypermem_core.evaluation.keys import key
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.store import read_jsonl, write_atomic
from hypermem_core.types import EvalRow, RetrievalTrace, StageRanking

PLACES = 10  # of every ranking kept in a row; retrieval can be rerun for the whole of it
WHOLE, BRIEF = "rows.jsonl", "brief.jsonl"


def trimmed(trace: RetrievalTrace, budget: int) -> RetrievalTrace:
    """Return a trace small enough to keep: the head of each list, all kept, the evidence read."""

    def short(stage: StageRanking) -> StageRanking:
        lists = tuple(replace(r, items=r.items[:PLACES]) for r in stage.rankings)
        return replace(stage, candidates=(), rankings=lists, cut=())

    stages = tuple(short(stage) for stage in trace.stages)
    return replace(trace, stages=stages, evidence=fit(trace.evidence, budget))


def brief(row: EvalRow) -> EvalRow:
    """Return a row without its lists and evidence: what tables and charts need of it."""
    bare = replace(row.trace, stages=(), evidence=(), detail=None)
    return replace(row, trace=bare)


def load_rows(folder: Path, emit: Emit = ignore) -> dict[str, EvalRow]:
    """Return the finished rows of a run by question; a torn last line is left out.

    `emit` hears how many are read, for whoever waits for a thousand of them.
    """
    path = folder / WHOLE
    emit(StageStarted("rows", _lines(path) if path.exists() else 0))
    found = _read(path, emit)
    emit(StageFinished("rows", 0.0))
    return found


def load_brief(folder: Path) -> dict[str, EvalRow]:
    """Return the brief rows of a run by question, made anew where a killed run left too few.

    A run that goes on writes the brief row first and holds both files open: they are not replaced
    under it, or every later row would go with the old file.
    """
    path, whole = folder / BRIEF, folder / WHOLE
    finished = _lines(whole) if whole.exists() else 0  # counted first: it is written last
    if path.exists() and _lines(path) >= finished:
        return dict(islice(_read(path).items(), finished))
    rows = {name: brief(row) for name, row in load_rows(folder).items()}
    if rows:
        write_atomic(path, "".join(codec.dumps(row) + "\n" for row in rows.values()))
    return rows


def load_row(folder: Path, name: str) -> EvalRow | None:
    """Return one whole row by its key, decoding no other; None if the run has none."""
    path = folder / WHOLE
    if not path.exists():
        return None
    question_id = name.rsplit("/", 1)[-1]
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if question_id in line and line.endswith("\n"):
                row: EvalRow = codec.loads(EvalRow, line, f"{path.name}, line {number}")
                if key(row.conversation_id, row.question) == name:
                    return row
    return None


def resumable(folder: Path) -> dict[str, EvalRow]:
    """Return the rows worth keeping and cut the files to them: no torn line, none that failed."""
    for stray in folder.glob(".*.*"):  # temporary files of a killed run
        stray.unlink()
    found = load_rows(folder)
    kept = {
        name: row
        for name, row in found.items()
        if not row.error and not (row.verdict and row.verdict.label == "unscored")
    }
    if (folder / WHOLE).exists():
        write_rows(folder, kept.values())
    return kept


def write_rows(folder: Path, rows: Iterable[EvalRow]) -> None:
    """Write both files of a run, unless they hold exactly these rows already."""
    chosen = list(rows)
    for name, text in (
        (WHOLE, "".join(codec.dumps(row) + "\n" for row in chosen)),
        (BRIEF, "".join(codec.dumps(brief(row)) + "\n" for row in chosen)),
    ):
        path = folder / name
        if not path.exists() or path.read_bytes() != text.encode():
            write_atomic(path, text)


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


def _read(path: Path, emit: Emit = ignore) -> dict[str, EvalRow]:
    rows: dict[str, EvalRow] = {}
    for done, row in enumerate(read_jsonl(path, EvalRow), 1):
        rows[key(row.conversation_id, row.question)] = row
        emit(StageAdvanced("rows", done))
    return rows
