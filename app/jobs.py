"""Run a core function in a thread and keep its events; knows nothing of streamlit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypermem_core.errors import Cancelled, Paused
from hypermem_core.events import Emit, Event

Work = Callable[[Emit], Any]
STEPS = frozenset({"stage_advanced"})  # what step mode halts at


@dataclass
class Job:
    """One run: its events so far, and its result or error once `done`."""

    key: str
    started: float = field(default_factory=time.time)
    events: list[Event] = field(default_factory=list)
    result: Any = None
    error: Exception | None = None
    finished: float | None = None
    _stop: threading.Event = field(default_factory=threading.Event, repr=False)
    _done: threading.Event = field(default_factory=threading.Event, repr=False)
    _free: threading.Event = field(default_factory=threading.Event, repr=False)
    _next: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0), repr=False)

    @property
    def done(self) -> bool:
        """Whether the run ended, in whichever way."""
        return self._done.is_set()

    @property
    def stopping(self) -> bool:
        """Whether Stop was pressed."""
        return self._stop.is_set()

    @property
    def cancelled(self) -> bool:
        """Whether the run ended because it was stopped."""
        return isinstance(self.error, Cancelled)

    @property
    def paused(self) -> bool:
        """Whether the run stopped whole and goes on when it is started again."""
        return isinstance(self.error, Paused)

    @property
    def stepping(self) -> bool:
        """Whether the run halts after every step."""
        return not self._free.is_set()

    @property
    def seconds(self) -> float:
        """How long it has run, or ran."""
        return (self.finished or time.time()) - self.started

    def stop(self) -> None:
        """Ask the run to end at its next event; a halted run is woken."""
        self._stop.set()
        self._next.release()

    def next(self) -> None:
        """In step mode: let the run make one more step."""
        self._next.release()

    def run_on(self) -> None:
        """Leave step mode."""
        self._free.set()
        self._next.release()

    def emit(self, event: Event) -> None:
        """Keep an event; halt in step mode.

        Raises:
            Cancelled: Stop was pressed.
        """
        self.events.append(event)
        if event.kind in STEPS and self.stepping and not self.stopping:
            self._next.acquire()
        if self.stopping:
            raise Cancelled("The run was stopped.", "Start it again: finished calls are kept.")

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the run ended; False when the time was up first."""
        return self._done.wait(seconds)

    def _run(self, work: Work) -> None:
        try:
            self.result = work(self.emit)
        except Exception as error:  # noqa: BLE001 - a thread's bug must reach the page
            self.error = error
        finally:
            self.finished = time.time()
            self._done.set()


class Jobs:
    """The runs of this server by key: a second click, tab or reload meets the same run."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Job | None:
        """Return the run of that key, running or ended."""
        return self._jobs.get(key)

    def running(self) -> tuple[Job, ...]:
        """Return the runs that have not ended."""
        return tuple(job for job in list(self._jobs.values()) if not job.done)

    def start(self, key: str, work: Work, step: bool = False) -> Job:
        """Start `work(emit)` in a thread, or return the run of that key if it is going on."""
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and not job.done:
                return job
            job = Job(key)
            if not step:
                job.run_on()
            self._jobs[key] = job
        threading.Thread(target=job._run, args=(work,), daemon=True, name=key).start()
        return job

    def forget(self, key: str) -> None:
        """Drop an ended run."""
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and job.done:
                del self._jobs[key]

    def forget_all(self, start: str) -> None:
        """Drop the ended runs whose key begins so, and with them what they made."""
        with self._lock:
            for key in [key for key, job in self._jobs.items() if job.done]:
                if key.startswith(start):
                    del self._jobs[key]
