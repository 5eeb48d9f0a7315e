"""The table of pages: key, title, icon, group and file; `go` switches to one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import streamlit as st


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One line of the menu."""

    key: str
    title: str
    icon: str
    group: str
    file: str
    hidden: bool = False  # reached by a button only


PAGES: tuple[PageEntry, ...] = (
    PageEntry(
        "conversations", "Conversations", ":material/forum:", "Data", "../pages/1_Conversations.py"
    ),
    PageEntry("build", "Build", ":material/construction:", "Memory", "../pages/2_Build.py"),
    PageEntry("hypergraph", "Hypergraph", ":material/hub:", "Memory", "../pages/3_Hypergraph.py"),
    PageEntry("ask", "Ask", ":material/search:", "Retrieval", "../pages/4_Ask.py"),
    PageEntry(
        "diagnose", "Diagnose", ":material/troubleshoot:", "Retrieval", "../pages/7_Diagnose.py"
    ),
    PageEntry(
        "evaluate", "Evaluate", ":material/fact_check:", "Evaluation", "../pages/5_Evaluate.py"
    ),
    PageEntry(
        "compare", "Compare", ":material/compare_arrows:", "Evaluation", "../pages/8_Compare.py"
    ),
    PageEntry("whatif", "What-if", ":material/experiment:", "Evaluation", "../pages/10_Sweeps.py"),
    PageEntry("judges", "Judges & gold", ":material/gavel:", "Evaluation", "../pages/9_Judges.py"),
    PageEntry("settings", "Settings", ":material/tune:", "Studio", "../pages/6_Settings.py"),
    PageEntry("tour", "Tour", ":material/tour:", "Studio", "../pages/11_Tour.py", hidden=True),
)


def entry(key: str) -> PageEntry:
    """Return the page of that key; KeyError if there is none."""
    return {page.key: page for page in PAGES}[key]


def menu() -> dict[str, list[st.Page]]:
    """Return the pages by group, as `st.navigation` takes them."""
    groups: dict[str, list[st.Page]] = {}
    for page in PAGES:
        item = st.Page(
            page.file,
            title=page.title,
            icon=page.icon,
            url_path=None if page.key == "conversations" else page.key,
            default=page.key == "conversations",
            visibility="hidden" if page.hidden else "visible",
        )
        groups.setdefault(page.group, []).append(item)
    return groups


def go(key: str) -> NoReturn:
    """Switch to the page of that key."""
    st.switch_page(entry(key).file)
