"""After a build: what lacks a reply, the replay, the calls with their replies, the costs."""

from __future__ import annotations

from app import cache, state
from app.calls import asked
from app.components.build import replay
from app.components.degraded import degraded
from app.components.lazy_tabs import lazy_tabs
from app.components.mended import mended
from app.components.model_call import model_calls
from app.components.spent import about_spent, spent
from hypermem_core.types import Conversation


def lacking(conversation: Conversation) -> bool:
    """Draw the degraded items; return whether they are to be asked for again."""
    now = state.get()
    found = cache.manifest(now, conversation.id)
    items = found.degraded if found else ()
    rows = [(one.item, one.prompt, one.reason) for one in items]
    words = "item goes" if len(rows) == 1 else "items go"
    return degraded(rows, f"{words} without a model's reply", "build")


def built(conversation: Conversation) -> None:
    """Draw a finished build: what was put right in replies, replay, calls, costs."""
    now = state.get()
    events = cache.events(now, conversation.id)
    found = cache.manifest(now, conversation.id)
    mended(found.mended if found else {}, events)
    rows = asked(events)
    if not rows:
        replay(events, conversation, now.method)
        return
    lazy_tabs(
        {
            "Replay": lambda: replay(events, conversation, now.method),
            f"Calls {len(rows):,}": lambda: model_calls(rows, "build-calls"),
            "Cost": lambda: _cost(conversation),
        },
        key="built-tabs",
    )


def _cost(conversation: Conversation) -> None:
    spent(cache.spent(state.get(), conversation.id))
    about_spent()
