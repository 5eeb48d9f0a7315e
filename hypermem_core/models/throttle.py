"""How fast an endpoint may be asked: at most so many at a time, fewer after a 429, and per minute.

Additive increase, multiplicative decrease: the limit halves on a 429 and grows by one for every
round of replies, as in TCP congestion control (Chiu and Jain 1989).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition
from time import monotonic

from hypermem_core.settings import ModelSettings

MINUTE = 60.0
DEAF = 1.0  # seconds after a decrease in which further 429s are echoes of the same crowd


@dataclass(slots=True)
class Share:
    """One request's place in the last minute; its tokens are corrected once they are known."""

    began: float
    tokens: int


@dataclass(slots=True)
class Throttle:
    """The gate before one endpoint; 0 requests or tokens per minute means no limit."""

    most: int
    per_minute: int = 0
    tokens_per_minute: int = 0
    clock: Callable[[], float] = monotonic
    limit: float = field(init=False)
    running: int = 0
    _recent: deque[Share] = field(default_factory=deque)
    _closed_until: float = 0.0
    _deaf_until: float = 0.0
    _gate: Condition = field(default_factory=Condition)

    def __post_init__(self) -> None:
        self.limit = float(self.most)

    @contextmanager
    def slot(self, tokens: int = 0) -> Iterator[Share]:
        """Wait until a request of about so many tokens may be sent, and count it while it runs."""
        with self._gate:
            while (wait := self.wait(tokens)) > 0 or self.running >= max(int(self.limit), 1):
                self._gate.wait(wait if wait > 0 else None)
            self.running += 1
            share = Share(self.clock(), tokens)
            if self.per_minute or self.tokens_per_minute:
                self._recent.append(share)
            if self.running < int(self.limit):  # there is room for whoever waits behind
                self._gate.notify()
        try:
            yield share
        finally:
            with self._gate:
                self.running -= 1
                self._gate.notify()  # one place is free; waking all would cost more than a call

    def wait(self, tokens: int) -> float:
        """Return the seconds until the rates allow a request; more than was promised never runs."""
        now = self.clock()
        while self._recent and now - self._recent[0].began >= MINUTE:
            self._recent.popleft()
        wait = self._closed_until - now
        if self._recent:
            oldest = self._recent[0].began + MINUTE - now
            full = bool(self.per_minute) and len(self._recent) >= self.per_minute
            if self.tokens_per_minute and not full:
                used = sum(share.tokens for share in self._recent)
                full = used + tokens > self.tokens_per_minute
            wait = max(wait, oldest if full else 0.0)
        return wait

    def succeeded(self) -> None:
        """Let one more in for every round of good replies."""
        with self._gate:
            if self.limit < self.most:
                self.limit = min(self.limit + 1 / self.limit, float(self.most))
                self._gate.notify_all()

    def slowed(self, wait: float) -> None:
        """Halve the limit, once for a crowd of 429s, and let nobody in for `wait` seconds."""
        with self._gate:
            now = self.clock()
            if now >= self._deaf_until:
                self.limit = max(self.limit / 2, 1.0)
                self._deaf_until = now + DEAF
            self._closed_until = max(self._closed_until, now + wait)
            self._gate.notify_all()


@dataclass(frozen=True, slots=True)
class Gates:
    """One gate for each address, whatever is asked there; all have the settings' limits."""

    most: int
    per_minute: int = 0
    tokens_per_minute: int = 0
    made: dict[str, Throttle] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: ModelSettings) -> Gates:
        """Return gates with the limits of these settings, none made yet."""
        rates = (settings.requests_per_minute, settings.tokens_per_minute)
        return cls(settings.concurrency, *rates)

    def before(self, url: str) -> Throttle:
        """Return the gate before an address."""
        place = url.strip().rstrip("/")
        if place not in self.made:
            self.made[place] = Throttle(self.most, self.per_minute, self.tokens_per_minute)
        return self.made[place]
