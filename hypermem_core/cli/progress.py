"""Progress on a terminal: one line a stage, redrawn as its events come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TextIO

from hypermem_core.events import (
    Emit,
    Event,
    StageAdvanced,
    StageFinished,
    StageStarted,
    Warned,
    ignore,
)

WIDTH = 24


@dataclass
class Printer:
    """Listens to events and draws bars on a terminal."""

    out: TextIO
    totals: dict[str, int] = field(default_factory=dict)

    def __call__(self, event: Event) -> None:
        """Draw what the event changes; events of nodes, edges and models change nothing."""
        if isinstance(event, StageStarted):
            self.totals[event.stage] = event.total
            self._draw(event.stage, 0)
        elif isinstance(event, StageAdvanced):
            self._draw(event.stage, event.done)
        elif isinstance(event, StageFinished):
            self._write(f"{event.stage}: {event.seconds:.1f} s", end="\n")
        elif isinstance(event, Warned):
            self._write(f"warning: {event.message}", end="\n")

    def _draw(self, stage: str, done: int) -> None:
        total = self.totals.get(stage, 0)
        filled = WIDTH * min(done, total) // total if total else 0
        bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}] " if total else ""
        self._write(f"{stage} {bar}{done}" + (f"/{total}" if total else ""), end="")

    def _write(self, line: str, end: str) -> None:
        self.out.write(f"\r\x1b[K{line}{end}")
        self.out.flush()


def listener(out: TextIO) -> Emit:
    """Return a printer on a terminal, and nothing that writes anywhere else."""
    return Printer(out) if out.isatty() else ignore
