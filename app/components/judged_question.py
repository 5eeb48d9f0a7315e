"""One judged question: its words, the gold turns, the answer; and what each judge said of it."""

from __future__ import annotations

from html import escape

import streamlit as st

from app import theme
from app.judging import Bench
from app.markup import badge, lines, transcript
from hypermem_core.types import EvalRow

STYLE = """<style>
.hm-pair {display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .6rem;
  margin: .5rem 0;}
.hm-pair > div {border: 1px solid var(--hm-grid); border-radius: .5rem; padding: .5rem .7rem;
  overflow-wrap: anywhere;}
.hm-pair b {display: block; font-size: .8rem; font-weight: 600; opacity: .75;}
.hm-asked {font-size: 1.05rem; overflow-wrap: anywhere;}
.hm-said {display: grid; grid-template-columns: 1.4rem minmax(6rem, 14rem) 1fr; gap: .1rem .6rem;
  font-size: .9rem; overflow-wrap: anywhere;}
@media (max-width: 640px) {.hm-said {grid-template-columns: 1.4rem 1fr;}
  .hm-said > .hm-why {grid-column: 2;}}
</style>"""


def question_html(row: EvalRow) -> str:
    """Return the question, its gold answer and the answer side by side."""
    question = row.question
    answer = row.answer.text if row.answer else row.error or "There is no answer."
    gold = lines(question.answer) or "<i>none: the conversation does not hold it</i>"
    return (
        f'{STYLE}<div class="hm-asked">{lines(question.text)}</div>'
        f"{badge(question.category or 'no category')} {badge(row.conversation_id)}"
        f'<div class="hm-pair"><div><b>Gold answer</b>{gold}</div>'
        f"<div><b>Answer</b>{lines(answer)}</div></div>"
    )


def judged_question(bench: Bench, name: str) -> None:
    """Draw a question with its gold and its answer; the gold turns fold away."""
    row = bench.side.rows[name]
    st.html(question_html(row))
    talk = bench.talks.get(row.conversation_id)
    turns = [turn for turn in talk.turns if turn.id in row.question.evidence] if talk else []
    if turns:
        with st.expander(f"{theme.GOLD} {len(turns)} gold turns"):
            st.html(transcript(turns))


def verdicts_html(bench: Bench, name: str, without: str = "") -> str:
    """Return what every judge said: mark, judge, reason."""
    rows = "".join(
        f"<span>{theme.MARKS[given[name].label]}</span><span>{escape(judge)}</span>"
        f'<span class="hm-why">{given[name].label}. {lines(given[name].reason)}</span>'
        for judge, given in bench.side.verdicts.items()
        if name in given and judge != without
    )
    return f'{STYLE}<div class="hm-said">{rows}</div>'
