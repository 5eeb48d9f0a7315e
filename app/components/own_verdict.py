"""The person's own verdicts, blind first: no judge's label is shown before the person's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from app import state, theme
from app.components.judged_question import judged_question, verdicts_html
from app.judging import Bench, decided, keep_verdict
from hypermem_core.evaluation.own_verdicts import PERSON, OwnVerdict


def own_verdict(bench: Bench) -> str | None:
    """Draw one answer to judge and its buttons; return its question, None if there is none."""
    names = bench.answered()
    if not names:
        st.info("This run has no answers to judge.")
        return None
    mine = decided(bench)
    key = f"own-{bench.run.run}-{len(names)}"
    _start(key, names, mine)
    place = min(int(state.widget(key)), len(names))
    name = names[place - 1]
    st.progress(len(mine) / len(names), text=_count(mine, len(names)))
    given = mine.get(name)
    with st.container(border=True):
        judged_question(bench, name)
        if given is None:
            st.caption("What the judges said is shown once you have decided.")
        else:
            _told(given)
            st.html(verdicts_html(bench, name, without=PERSON))
    _buttons(bench, names, key, given)
    return name


def _start(key: str, names: list[str], mine: dict[str, OwnVerdict]) -> None:
    """Begin at the first undecided answer, unless a place is chosen already."""
    try:
        state.widget(key)
    except KeyError:
        state.bind(key, next((n for n, name in enumerate(names, 1) if name not in mine), 1))


def _count(mine: dict[str, OwnVerdict], answers: int) -> str:
    right = sum(one.label == "correct" for one in mine.values())
    blind = sum(one.blind for one in mine.values())
    return (
        f"{len(mine):,} of {answers:,} answers decided: {right:,} {theme.CORRECT}, "
        f"{len(mine) - right:,} {theme.WRONG} · {blind:,} blind"
    )


def _told(given: OwnVerdict) -> None:
    how = "blind" if given.blind else "after seeing the judges"
    st.markdown(f"**{theme.MARKS[given.label or 'unscored']} You said {given.label}**, {how}.")


def _buttons(bench: Bench, names: list[str], key: str, given: OwnVerdict | None) -> None:
    place = min(int(state.widget(key)), len(names))
    name = names[place - 1]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        _button("Correct", "A", partial(keep_verdict, bench, name, "correct"), given is not None)
        _button("Wrong", "W", partial(keep_verdict, bench, name, "wrong"), given is not None)
        _button("Undo", "U", partial(keep_verdict, bench, name, None), given is None)
        _button("Previous", "P", partial(state.bind, key, place - 1), place <= 1)
        next_one = "Next" if given else "Skip"
        after = partial(state.bind, key, place + 1)
        _button(next_one, "N", after, place >= len(names))
        st.number_input(f"Answer of {len(names):,}", 1, len(names), key=key, width=130)


def _button(label: str, shortcut: str, act: Callable[[], None], disabled: bool) -> None:
    st.button(label, shortcut=shortcut, on_click=act, disabled=disabled, key=f"own-{shortcut}")
