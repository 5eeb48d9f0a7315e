"""What a page about a built memory needs first: the conversation and its memory, or a way there."""

from __future__ import annotations

import streamlit as st

from app import cache, state
from app.components.empty import empty
from hypermem_core.memory import Memory
from hypermem_core.types import Conversation


def open_conversation(why: str) -> Conversation:
    """Return the chosen conversation; without one, say where to open it and end the page."""
    current = cache.conversation(state.get())
    if current is None:
        empty("No conversation is open", why, "Open a conversation", "conversations")
        st.stop()
    return current


def built_memory(conversation: Conversation, why: str) -> Memory:
    """Return the conversation's memory; without one, say where to build it and end the page."""
    now = state.get()
    if cache.status(now, conversation).state == "missing":
        empty(f"No memory of {conversation.id} yet", why, "Open Build", "build")
        st.stop()
    return cache.memory(now.experiment, now.method, conversation.id)
