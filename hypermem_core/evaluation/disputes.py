"""An experiment's doubts about gold answers: a loaded audit, and disputes made by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypermem_core import codec
from hypermem_core.errors import DataError
from hypermem_core.evaluation.gold import GoldAudit, GoldError, merged, read_audit
from hypermem_core.evaluation.journal import append, entries
from hypermem_core.store import Store, checked_name, write_atomic
from hypermem_core.types import Conversation

MOST_BYTES = 20 * 1024**2
AUDIT, DISPUTES = "audit.json", "disputes.jsonl"
BY_HAND = "disputed here"


@dataclass(frozen=True, slots=True)
class KeptAudit:
    """A loaded audit as it is kept: what its file was called, and its entries unchanged."""

    name: str
    entries: list[Any]


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    error: GoldError | None  # None: withdrawn


def gold_folder(store: Store, experiment: str) -> Path:
    """Return where an experiment keeps its audit and disputes."""
    return store.root / checked_name(experiment) / "gold"


def keep_audit(
    folder: Path, data: bytes, name: str, conversations: Sequence[Conversation]
) -> GoldAudit:
    """Keep an audit file in the experiment, in place of an earlier one, and return it read.

    Raises:
        DataError: too large, no JSON list of entries, or none of them is about these questions.
    """
    if len(data) > MOST_BYTES:
        raise DataError(f"{name} is larger than {MOST_BYTES // 1024**2} MB.", "Choose an audit.")
    text = data.decode("utf-8-sig", "replace")
    found = read_audit(text, name, conversations)
    if not found.errors:
        raise DataError(
            f"None of the {len(found.unmatched):,} entries of {name} is about these questions.",
            "Choose the audit of this dataset.",
        )
    kept = KeptAudit(name, json.loads(text))
    write_atomic(folder / AUDIT, codec.dumps(kept, indent=1) + "\n")
    return found


def kept_audit(folder: Path, conversations: Sequence[Conversation]) -> tuple[str, GoldAudit] | None:
    """Return the kept audit's name and its faults matched to these questions; None without one."""
    path = folder / AUDIT
    if not path.exists():
        return None
    kept: KeptAudit = codec.loads(KeptAudit, path.read_text(encoding="utf-8"), path.name)
    text = json.dumps(kept.entries, ensure_ascii=False)
    return kept.name, read_audit(text, kept.name, conversations)


def drop_audit(folder: Path) -> None:
    """Forget the loaded audit; disputes made by hand stay."""
    (folder / AUDIT).unlink(missing_ok=True)


def dispute(folder: Path, error: GoldError) -> None:
    """Keep a dispute; a later one about the same question replaces an earlier one."""
    append(folder / DISPUTES, _Line(error.key, error))


def withdraw(folder: Path, key: str) -> None:
    """Take a dispute back."""
    append(folder / DISPUTES, _Line(key, None))


def disputes(folder: Path) -> dict[str, GoldError]:
    """Return the disputes that stand, by question key."""
    found: dict[str, GoldError] = {}
    for line in entries(_Line, folder / DISPUTES):
        found.pop(line.key, None)
        if line.error is not None:
            found[line.key] = line.error
    return found


def doubts(folder: Path, conversations: Sequence[Conversation]) -> GoldAudit:
    """Return the loaded audit and the disputes as one; what was disputed by hand wins."""
    kept = kept_audit(folder, conversations)
    return merged([kept[1].errors if kept else {}, disputes(folder)])
