"""What if, for one question: retrieved again at once, beside what the saved run had found."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import cache, comparing, state
from app.components.answer import STYLE as ANSWER_STYLE
from app.components.answer import gold_html
from app.components.evidence import STYLE, item_html
from app.components.export import export
from app.components.question_box import question_label
from app.evaluating import Evaluated
from hypermem_core.answer import fit
from hypermem_core.evaluation.recall import recall
from hypermem_core.evaluation.rows import load_row
from hypermem_core.methods import create
from hypermem_core.settings import Settings
from hypermem_core.types import EvalRow, Evidence, EvidenceRecall, RetrievalTrace

SHOWN = 12


def whatif_question(run: Evaluated, settings: Settings) -> None:
    """Draw one of the run's questions under the settings of now, against the run."""
    name, brief = _choice(run)
    now = state.get()
    memory = cache.memory(now.experiment, run.method, brief.conversation_id)
    models = cache.task_sets().models(cache.models(settings))
    trace = create(run.method, settings, models).retrieve(memory, brief.question.text)
    saved = load_row(cache.store().run_folder(now.experiment, run.run), name) or brief
    found = recall(brief.question, trace, memory.graph)
    read = fit(trace.evidence, settings.answer.budget)
    st.html(f"{ANSWER_STYLE}{gold_html(brief.question)}")
    _numbers(saved, found, trace, read)
    _stages(saved.recall, found)
    _evidence(saved.trace.evidence, read, brief.question.evidence)


def _choice(run: Evaluated) -> tuple[str, EvalRow]:
    """Draw the picker of the run's questions; it opens on the question of the app."""
    rows = comparing.by_key(run.rows)
    now = state.get()
    same = (
        name
        for name, row in rows.items()
        if row.question.text == now.question
        and row.conversation_id == (now.conversation_id or row.conversation_id)
    )
    names = list(rows)
    start = next(same, names[0])
    chosen = st.selectbox(
        "Question",
        names,
        names.index(start),
        format_func=lambda name: question_label(rows[name].question),
    )
    row = rows[chosen]
    if row.question.text != now.question:
        state.update(question=row.question.text, conversation_id=row.conversation_id)
    return chosen, row


def _numbers(
    saved: EvalRow,
    found: EvidenceRecall | None,
    trace: RetrievalTrace,
    read: Sequence[Evidence],
) -> None:
    with st.container(border=True, horizontal=True, gap="medium"):
        if found is None:
            st.text("Its evidence is missing or unusable, so recall cannot be measured.")
        for budget, share in found.at_budget.items() if found else ():
            before = saved.recall.at_budget.get(budget, share) if saved.recall else share
            change = f"{100 * (share - before):+.0f} points" if share != before else None
            st.metric(f"Recall @ {int(budget):,}", f"{share:.0%}", change)
        tokens = RetrievalTrace("", "", (), tuple(read)).tokens
        more = tokens - saved.tokens
        st.metric("Tokens read", f"{tokens:,}", f"{more:+,}" if more else None, delta_color="off")
        st.metric("Retrieval", f"{trace.seconds * 1000:,.0f} ms")


def _stages(before: EvidenceRecall | None, after: EvidenceRecall | None) -> None:
    if after is None or not after.by_stage:
        return
    old = before.by_stage if before else {}
    rows = [
        {"stage": name, "run": old.get(name), "now": share}
        for name, share in after.by_stage.items()
    ]
    with st.expander("Gold turns after each stage"):
        share = st.column_config.NumberColumn(format="percent")
        config = {"run": share, "now": share}
        st.dataframe(rows, hide_index=True, width="stretch", column_config=config)
        export(rows, "gold turns by stage")


def _evidence(before: Sequence[Evidence], after: Sequence[Evidence], gold: Sequence[str]) -> None:
    if [(item.node_id, item.text) for item in before] == [(i.node_id, i.text) for i in after]:
        st.markdown("##### Read by the answerer")
        st.caption(
            f"The same {len(after):,} items as in the saved run. Move a knob, or move it further."
        )
        st.html(STYLE + "".join(item_html(item, gold) for item in after[:SHOWN]))
        return
    old, new = {item.node_id for item in before}, {item.node_id for item in after}
    left, right = st.columns(2, gap="large")
    sides = ((left, "Saved run", before, new, "gone"), (right, "Now", after, old, "new"))
    for column, title, items, other, word in sides:
        apart = [item for item in items if item.node_id not in other]
        with column:
            st.markdown(f"##### {title}")
            st.caption(f"{len(items):,} items read, {len(apart):,} {word}")
            st.html(STYLE + "".join(item_html(item, gold) for item in items[:SHOWN]))
            if apart:
                with st.expander(f"{len(apart):,} {word}"):
                    st.html(STYLE + "".join(item_html(item, gold) for item in apart[:50]))
