"""The commands that read and write the results folders of the official HyperMem code."""

from __future__ import annotations

import argparse
from typing import Any

from hypermem_core import codec
from hypermem_core.cli.arguments import chosen_settings
from hypermem_core.events import Emit
from hypermem_core.models import connect
from hypermem_core.official import export_run, import_run
from hypermem_core.store import Store
from hypermem_core.types import Finding, ImportReport


def imported(args: argparse.Namespace, store: Store, emit: Emit) -> tuple[dict[str, Any], str]:
    """Import an official run; return what came in, as data and as text."""
    settings = chosen_settings(args)
    anew = args.vectors == "anew"
    found = import_run(
        args.path,
        store,
        args.experiment,
        embedder=connect(settings).embedder if anew else None,
        embedder_name=settings.models.embedder,
        model=args.model,
        emit=emit,
    )
    data = {
        "experiment": found.experiment,
        "conversations": [one.id for one in found.conversations],
        "counts": found.counts,
        "source": str(found.source),
        "run": found.run,
        "findings": _findings(found.report),
    }
    counts = ", ".join(f"{number:,} {name}" for name, number in found.counts.items())
    lines = [
        f"Conversations in experiment {found.experiment}: {len(found.conversations)} ({counts}).",
        f"Open them as {found.source}",
        *(_line(one) for one in found.report.findings),
    ]
    return data, "\n".join(lines)


def exported(args: argparse.Namespace, store: Store) -> tuple[dict[str, Any], str]:
    """Export an experiment; return what was written, as data and as text."""
    found = export_run(store, args.experiment, args.out, args.run)
    data = {
        "folder": str(found.folder),
        "files": found.files,
        "conversations": found.conversations,
        "run": found.run,
        "findings": _findings(found.report),
    }
    answers = f" with run {found.run}" if found.run else ""
    lines = [
        f"{found.files} files in {found.folder}",
        f"Conversations: {len(found.conversations)}{answers}",
        *(_line(one) for one in found.report.findings),
    ]
    return data, "\n".join(lines)


def _findings(report: ImportReport) -> list[dict[str, Any]]:
    return [codec.encode(finding) for finding in report.findings]


def _line(finding: Finding) -> str:
    examples = "; ".join(finding.examples[:2])
    tail = f" ({examples})" if examples else ""
    return f"{finding.count:>7,} {finding.action}: {finding.kind.replace('_', ' ')}{tail}"
