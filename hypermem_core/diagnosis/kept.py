"""What-ifs and sweeps on disk: `results/<experiment>/sweeps/<name>.json`, shown on coming back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from hypermem_core import codec
from hypermem_core.diagnosis.judged import Judged
from hypermem_core.diagnosis.sweep import Point
from hypermem_core.diagnosis.whatif import WhatIf
from hypermem_core.errors import DataError
from hypermem_core.store import Store, checked_name, write_atomic

Kind = Literal["what-if", "ablations", "sensitivity", "one knob", "two knobs"]


@dataclass(frozen=True, slots=True)
class KeptSweep:
    """One finished what-if or sweep over a saved run's questions."""

    name: str
    kind: Kind
    title: str
    run: str  # whose questions were asked, and whose settings were moved
    method: str
    created: str
    moved: dict[str, Any]  # knobs moved against that run before the sweep
    axes: tuple[str, ...] = ()  # paths of the swept knobs
    points: tuple[Point, ...] = ()
    judged: tuple[Judged, ...] = ()
    found: WhatIf | None = None
    seconds: float = 0.0
    budget: int = 1000  # tokens that gained and lost were counted at


def sweep_name(kind: Kind, run: str, what: Mapping[str, Any]) -> str:
    """Return the file's name: the same sweep over the same run has the same one."""
    text = json.dumps({"run": run, **what}, sort_keys=True, default=str)
    return f"{kind.replace(' ', '-')}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def folder(store: Store, experiment: str) -> Path:
    """Return where an experiment's sweeps are kept."""
    return store.root / checked_name(experiment) / "sweeps"


def save(store: Store, experiment: str, sweep: KeptSweep) -> Path:
    """Write a sweep whole or not at all; an older one of its name is replaced."""
    path = folder(store, experiment) / f"{checked_name(sweep.name)}.json"
    write_atomic(path, codec.dumps(sweep) + "\n")
    return path


def load(path: Path) -> KeptSweep:
    """Return a kept sweep; DataError if the file is missing or damaged."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} cannot be read: {error}.", "Run the sweep again.") from None
    found: KeptSweep = codec.loads(KeptSweep, text, path.name)
    return found


def listed(store: Store, experiment: str) -> tuple[Path, ...]:
    """Return the files of an experiment's sweeps, the latest first."""
    paths = folder(store, experiment).glob("[!.]*.json")
    return tuple(sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True))
