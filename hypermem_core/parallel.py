"""`map_threads`: the one place in the core that starts threads."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def map_threads(
    work: Callable[[T], R], items: Iterable[T], workers: int = 8
) -> Generator[R, None, None]:
    """Yield `work(item)` in the order of the items, several at a time.

    With one worker nothing is threaded. An error of an item is raised in its place, and what
    has not begun never begins; the same when the consumer stops asking. Every item is worked on in
    a copy of the caller's context, so that ledgers and budgets count what it does. A caller that
    names the results wraps them in `closing`: its frame, and they, live on in an error's traceback.
    """
    if workers <= 1:
        yield from map(work, items)
        return
    queue = iter(items)
    running: deque[Future[R]] = deque()
    with ThreadPoolExecutor(workers) as pool:

        def begin(item: T) -> Future[R]:
            return pool.submit(copy_context().run, work, item)

        try:
            # A full collection of all that is alive now would stop every thread for 0.1 s or so.
            gc.freeze()
            # Twice the workers: busy threads, yet little that was begun in vain on an error.
            running.extend(begin(item) for item in islice(queue, 2 * workers))
            while running:
                yield running.popleft().result()
                running.extend(begin(item) for item in islice(queue, 1))
        finally:
            gc.unfreeze()
            for future in running:
                future.cancel()
