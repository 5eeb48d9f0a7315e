"""The commands whose result is a file: a run's report, an experiment's bundle, and back."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypermem_core.errors import DataError
from hypermem_core.events import Emit
from hypermem_core.reports.bundle import MOST_BYTES, pack, unpack
from hypermem_core.reports.static_report import static_report
from hypermem_core.settings import place
from hypermem_core.store import Store, write_atomic


def arguments(command: Callable[..., Any]) -> None:
    """Add the commands."""
    name = place("EXPERIMENT_NAME", "") or None
    ours = argparse.ArgumentParser(add_help=False)
    ours.add_argument("--experiment", required=not name, default=name, metavar="E", help="which")
    report = command("report", "Write a run as one HTML file that needs no network.", ours)
    report.add_argument("run", metavar="RUN", help="the evaluation run")
    report.add_argument("--out", type=Path, required=True, metavar="FILE", help="the HTML file")
    bundle = command("bundle", "Write an experiment as one zip file.", ours)
    bundle.add_argument("--out", type=Path, required=True, metavar="FILE", help="the zip file")
    bundle.add_argument("--compact", action="store_true", help="smaller; only Studio reads it")
    back = command("unbundle", "Open a bundle as a new experiment.", ours)
    back.add_argument("path", type=Path, metavar="FILE", help="the zip file")


def reported(args: argparse.Namespace, store: Store, emit: Emit) -> tuple[dict[str, Any], str]:
    """Write a run's report; return what was written, as data and as text."""
    return _written(args, static_report(store, args.experiment, args.run, emit))


def bundled(args: argparse.Namespace, store: Store) -> tuple[dict[str, Any], str]:
    """Write an experiment's bundle; return what was written, as data and as text."""
    return _written(args, pack(store, args.experiment, args.compact))


def _written(args: argparse.Namespace, data: bytes) -> tuple[dict[str, Any], str]:
    write_atomic(args.out, data)
    found = {"experiment": args.experiment, "file": str(args.out), "bytes": len(data)}
    return found, f"{args.out}: {len(data):,} bytes"


def unbundled(args: argparse.Namespace, store: Store) -> tuple[dict[str, Any], str]:
    """Open a bundle as an experiment; return what came in, as data and as text."""
    size = args.path.stat().st_size
    if size > MOST_BYTES:
        raise DataError(f"{args.path} has {size:,} bytes.", "Export single experiments.")
    files = unpack(args.path.read_bytes(), store, args.experiment)
    memories = [f"{m.method}/{m.conversation_id}" for m in store.list_memories(args.experiment)]
    runs = list(store.list_runs(args.experiment))
    data = {"experiment": args.experiment, "files": files, "memories": memories, "runs": runs}
    text = f"{files} files in experiment {args.experiment}: {len(memories)} memories, "
    return data, f"{text}{len(runs)} run{'' if len(runs) == 1 else 's'}"
