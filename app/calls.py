"""The typed asks of a build, each with what became of it; pure, for lists and filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from hypermem_core.events import Degraded, Event, ModelCalled, StageAdvanced
from hypermem_core.models.ledger import Call


@dataclass(frozen=True, slots=True)
class Asked:
    """One ask: its event, and why the item had to do without it, if so."""

    number: int
    called: ModelCalled
    degraded: Degraded | None = None

    @property
    def state(self) -> str:
        """What became of it, in a word or two."""
        if self.degraded is not None:
            return "degraded"
        if self.called.repaired:
            return "repaired"
        return "asked again" if self.called.attempts > 1 else "as it came"


FILTERS: dict[str, Callable[[Asked], bool]] = {
    "All": lambda one: True,
    "Degraded": lambda one: one.degraded is not None,
    "Repaired": lambda one: one.called.repaired,
    "Asked again": lambda one: one.called.attempts > 1,
}


def asked(events: Iterable[Event]) -> tuple[Asked, ...]:
    """Return the asks of a chat model in order; one that got no reply at all is among them."""
    found: list[Asked] = []
    open_call = False  # whether the last ask may be the one that an item then lacks
    for event in events:
        if isinstance(event, ModelCalled) and event.key:
            found.append(Asked(len(found) + 1, event))
            open_call = True
        elif isinstance(event, StageAdvanced):
            open_call = False
        elif isinstance(event, Degraded):
            if open_call and found[-1].called.prompt == event.prompt:
                found[-1] = replace(found[-1], degraded=event)
            else:
                nothing = ModelCalled(event.prompt, attempts=0, requests=0)
                found.append(Asked(len(found) + 1, nothing, event))
            open_call = False
    return tuple(found)


def filtered(rows: Sequence[Asked], name: str, prompt: str = "") -> list[Asked]:
    """Return the asks a filter lets through, of one prompt only if one is named."""
    return [one for one in rows if FILTERS[name](one) and prompt in ("", one.called.prompt)]


def of_calls(calls: Iterable[Call]) -> tuple[Asked, ...]:
    """Return the entries of a ledger as asks; rules have no key and are left out."""
    return tuple(
        Asked(
            number,
            ModelCalled(
                call.prompt,
                call.prompt_tokens,
                call.completion_tokens,
                call.seconds,
                call.cached,
                call.model,
                1,
                call.requests,
                call.repaired,
                call.key,
            ),
        )
        for number, call in enumerate((call for call in calls if call.key), 1)
    )
