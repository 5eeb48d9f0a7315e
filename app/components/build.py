"""The controls of a build, what to expect before it, and the replay after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from app import state
from app.components.context_line import listed
from app.components.growth import growth_view
from app.growth import grow
from hypermem_core.events import Event
from hypermem_core.settings import PRESETS
from hypermem_core.store import BuildStatus
from hypermem_core.types import Conversation

ABOUT_PRESETS = {
    "readme": "the official README: k 15/25/30, no reranker",
    "paper": "the paper: k 10/10/30, reranker on, streaming boundaries",
    "released": "the released code: facts per topic",
    "studio": "the best configuration measured here",
}
WHAT = {
    "hypermem": (
        "Turns are cut into **episodes**, episodes are gathered into **topics** by hyperedges, "
        "and every episode gives up its **facts**, each with the turns it rests on."
    ),
    "hingemem": (
        "Sessions are cut into **segments** where a person, time, location or topic changes. Each "
        "segment is a **hyperedge** over the elements it names, which are normalised and weighed."
    ),
    "hgmem": (
        "Turns are packed into **chunks**; what they say becomes dated **fragments**, the "
        "**entities** they name, and **relations** between those. Points are made per question."
    ),
    "flat": "Turns, and windows of three turns, are indexed as they are: the baseline.",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the user asked for on this run of the page."""

    start: bool
    step: bool


def preset_picker() -> None:
    """Draw the preset picker; choosing one drops the knobs moved by hand."""
    names, now = list(PRESETS), state.get()
    picked = st.selectbox(
        "Preset",
        names,
        names.index(now.preset),
        format_func=lambda name: f"{name} – {ABOUT_PRESETS.get(name, '')}",
        help="A named set of knob values. Single knobs: page Settings.",
    )
    if picked != now.preset:
        state.choose_preset(picked)
        st.rerun()


def controls(
    status: BuildStatus,
    running: bool,
    action: st.delta_generator.DeltaGenerator,
    paused: bool = False,
) -> Chosen:
    """Draw preset, step mode and the one action; return what was asked for."""
    if running:  # what runs cannot be changed, and the picture of it needs the room
        return Chosen(False, False)
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        preset_picker()
    step = right.toggle("Step by step", help="Halt after every decision.")
    if status.state == "stale":
        only = " Only its vectors are made anew; the graph stays." if status.only_vectors else ""
        names = listed(status.changed)
        st.warning(f"Stale: {names} changed since this memory was built.{only}")
    if status.state == "missing":
        label, icon = ("Resume", "play_arrow") if paused else ("Build memory", "construction")
        pressed = action.button(label, type="primary", icon=f":material/{icon}:")
        return Chosen(pressed, step)
    if status.state == "built":
        return Chosen(False, step)
    with action.popover("Rebuild memory", type="primary", icon=":material/refresh:"):
        st.write("The memory on disk is replaced by one with the settings of now.")
        return Chosen(st.button("Replace it", type="primary"), step)


def before(conversation: Conversation, method: str) -> None:
    """Say what the build will do, before there is anything to see."""
    with st.container(border=True):
        st.markdown(f"#### {len(conversation.turns):,} turns, not built yet")
        st.markdown(WHAT.get(method, ""))
        st.caption("You can leave this page or reload it while the build runs.")


def replay(events: Sequence[Event], conversation: Conversation, method: str) -> None:
    """Draw a finished build with a slider over its events."""
    if not events:
        st.text("The events of this build were not kept.")
        return
    at = st.slider(
        "Replay the build",
        0,
        len(events),
        len(events),
        format=f"event %d of {len(events)}",
        help="Drag, or use the arrow keys.",
    )
    growth_view(grow(events[:at]), conversation, method)
