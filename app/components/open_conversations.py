"""Three doors to conversations: the sample, LoCoMo, own chats; returns the file to load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import streamlit as st

from app import imports, navigation, state
from hypermem_core.conversations import download
from hypermem_core.errors import DataError

SHAPES = """- LoCoMo's format, one sample or a list
- OpenAI or ShareGPT messages (`.json`, `.jsonl`)
- plain lines, `Name: text`, one message a line; an empty line or a date starts a session"""


Door = Callable[[], str]  # opens what was chosen and returns its path; may fail


def open_conversations(folder: Path, sample: str, first: bool) -> str | None:
    """Draw the doors; return the path of the file that was chosen just now.

    Raises:
        DataError: it cannot be fetched or kept; every door is drawn by then.
    """
    doors = st.columns(3, gap="medium")
    with doors[0].container(border=True, height="stretch"):
        chosen = _sample(sample, first)
    with doors[1].container(border=True, height="stretch"):
        chosen = _locomo(folder) or chosen
    with doors[2].container(border=True, height="stretch"):
        chosen = _own(folder) or chosen
    if chosen is None:
        return None
    with st.spinner("Opening …"):
        return chosen()


def _sample(sample: str, first: bool) -> Door | None:
    st.markdown("#### Sample")
    st.write("Three made-up conversations over several months, with questions. Ready at once.")
    kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
    with st.container(horizontal=True, gap="small"):
        pressed = st.button("Open the sample", type=kind, icon=":material/play_arrow:")
        tour = st.button(
            "Take the tour",
            icon=":material/tour:",
            help="Six stops over a finished experiment; nothing to wait for.",
        )
    if tour:
        state.update(tour="1")
        navigation.go("tour")
    return (lambda: sample) if pressed else None


def _locomo(folder: Path) -> Door | None:
    st.markdown("#### LoCoMo")
    st.write("The benchmark: 10 long conversations, 1,986 questions.")
    path = st.text_input("Path of `locomo10.json`", placeholder="/path/to/locomo10.json")
    opened = st.button("Open this file", disabled=not path)
    st.caption(f"Source: {download.SOURCE}. Licence: {download.LICENCE}, no commercial use.")
    label = f"Download ({download.LICENCE})"
    if st.button(label, icon=":material/download:", help="2.8 MB; kept on this computer."):
        return lambda: str(download.download_locomo(folder / "locomo10.json"))
    return (lambda: str(Path(path).expanduser())) if opened else None


def _own(folder: Path) -> Door | None:
    st.markdown("#### Your chats", help=SHAPES)
    upload = st.file_uploader(
        "A file: JSON, JSONL or text", type=["json", "jsonl", "txt", "md"], key="upload"
    )
    opened = upload is not None and st.button("Open the uploaded file", icon=":material/upload:")
    # folded into the page, not a popover: what is wrong with a paste shows below the doors
    with st.expander("Paste a chat", icon=":material/content_paste:"):
        text = st.text_area(
            "One message a line: `Name: text`", height=160, placeholder="Ana: Hi!\nBen: Hello."
        )
        if st.button("Open this chat"):
            return lambda: str(imports.keep(folder, "pasted.txt", _checked(text).encode()))
    if opened and upload is not None:
        return lambda: str(imports.keep(folder, upload.name, upload.getvalue()))
    return None


def _checked(text: str) -> str:
    if not text.strip():
        raise DataError("The pasted chat is empty.", "Paste lines such as “Ana: Hi!”.")
    return text
