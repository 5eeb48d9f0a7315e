"""All methods side by side: on one question, and over a whole evaluation."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any, Literal

import pandas as pd
import streamlit as st

from app import cache, comparing, navigation, state
from app.components.answer import STYLE as ANSWER_STYLE
from app.components.answer import gold_html
from app.components.evaluation_results import bars
from app.components.evidence import STYLE, item_html
from app.components.export import export
from app.components.job_progress import job_progress
from app.components.leaderboard import Ref, apart, ref_label
from app.components.question_box import gold_question, question_box
from app.evaluating import Evaluated
from app.figures.canvas import chart_config
from app.figures.category_bars import Bar, category_bars
from app.figures.labels import plain
from app.jobs import Job
from app.markup import literal
from app.methods_asked import MethodAsked, ask_all
from hypermem_core import codec
from hypermem_core.build import build
from hypermem_core.evaluation.compare import Metric
from hypermem_core.memory import Memory
from hypermem_core.methods import METHODS
from hypermem_core.types import Conversation, Question

SHOWN = 6
METHODS_OWN = {"method", "retrieval", "build"}  # what is meant to differ between methods
Place = st.delta_generator.DeltaGenerator


def one_question(current: Conversation, action: Place) -> None:
    """Draw one question through every method whose memory is built."""
    memories, missing = _memories(current)
    if missing:
        _offer_build(current, missing, action)
    question = question_box(current)
    if not question or not memories:
        st.info("Ask something, or choose a gold question; each method then answers it.")
        return
    # one primary action a page: building what is missing comes before asking what there is
    job = _asked(current, question, memories, None if missing else action)
    if job is None:
        return
    job_progress(job, ("methods",))
    if job.done and job.error is None:
        _side_by_side(job.result, gold_question(current, question))


def _memories(current: Conversation) -> tuple[dict[str, Memory], list[str]]:
    """Return the memories there are, and the methods without one, in the order of METHODS."""
    now = state.get()
    found, missing = {}, []
    for name in METHODS:
        if cache.status(replace(now, method=name), current).state == "missing":
            missing.append(name)
        else:
            found[name] = cache.memory(now.experiment, name, current.id)
    return found, missing


def _offer_build(current: Conversation, missing: Sequence[str], action: Place) -> None:
    now, settings = state.get(), state.settings(state.get())
    key = f"{now.experiment}/build-all/{current.id}"
    job = cache.jobs().get(key)
    names = ", ".join(missing)
    if job is not None and not job.done:
        st.text(f"Building {names}.")
        job_progress(job)
        return
    if job is not None:
        job_progress(job)
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.text(f"No memory of {current.id} yet for: {names}.")
        if action.button(f"Build {names}", type="primary", icon=":material/construction:"):
            models, store = cache.models(settings), cache.store()

            def work(emit: Any) -> None:
                for name in missing:
                    build(current, now.experiment, name, settings, models, store, emit)

            cache.jobs().start(key, work)
            st.rerun()


def _asked(
    current: Conversation, question: str, memories: dict[str, Memory], action: Place | None
) -> Job | None:
    """Return the job that asks; offline it starts by itself, a chat model waits for the button."""
    now, settings = state.get(), state.settings(state.get())
    built = [str(index) for index in sorted(id(memory) for memory in memories.values())]
    what = [now.experiment, current.id, question, codec.dumps(settings), *built]
    key = f"methods/{hashlib.sha256(chr(0).join(what).encode()).hexdigest()[:16]}"
    job = cache.jobs().get(key)
    if job is not None:
        return job
    free = settings.models.llm == "offline"
    label, place = f"Ask {len(memories)} methods", action or st.container()
    look: Literal["primary", "secondary"] = "primary" if action else "secondary"
    if not free and not place.button(label, type=look, icon=":material/play_arrow:"):
        st.info("Answering calls the chat model, so it waits for you.")
        return None
    work = ask_all(memories, current, question, settings, cache.models(settings))
    return cache.jobs().start(key, work)


def asked_row(one: MethodAsked, gold: Question | None) -> dict[str, Any]:
    """Return a method's line: gold turns, tokens, calls, seconds, answer."""
    turns = set(gold.evidence) if gold else set()
    spent = one.usage.prompt_tokens + one.usage.completion_tokens
    seconds = one.trace.seconds + (one.answer.seconds if one.answer else 0.0)
    return {
        "method": one.method,
        "gold turns": f"{one.found(tuple(turns))} of {len(turns)}" if turns else "–",
        "context tokens": one.trace.tokens,
        "items": len(one.trace.evidence),
        "model calls": one.usage.calls,
        "model tokens": spent,
        "seconds": round(seconds, 3),
        "answer": one.answer.text if one.answer else one.error,
    }


def _side_by_side(found: Sequence[MethodAsked], gold: Question | None) -> None:
    if gold is not None:
        st.html(f"{ANSWER_STYLE}{gold_html(gold)}")
    rows = [asked_row(one, gold) for one in found]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")
    export(rows, "methods on one question")
    turns = gold.evidence if gold else ()
    for column, one, row in zip(st.columns(len(found), gap="medium"), found, rows, strict=True):
        with column:
            st.markdown(f"##### {one.method}")
            words = one.answer.text if one.answer else ""
            said = words or one.error or "No answer: the context says nothing about it."
            st.html(f'<div class="hm-text"><b>{escape(said)}</b></div>')
            gold_part = f"{row['gold turns']} gold turns · " if gold else ""
            st.caption(f"{gold_part}{row['context tokens']:,} tokens · {row['seconds']:.2f}\u00a0s")
            st.html(STYLE + "".join(item_html(i, turns) for i in one.trace.evidence[:SHOWN]))
            if len(one.trace.evidence) > SHOWN:
                st.caption(f"and {len(one.trace.evidence) - SHOWN} more items")


def whole_evaluation(refs: Sequence[Ref]) -> None:
    """Draw the latest run of every method over the questions all of them asked."""
    latest = comparing.latest_by_method([cache.evaluation(*ref) for ref in refs[:24]])
    of = {run.run: method for method, run in latest.items()}
    place = {name: number for number, name in enumerate(METHODS)}
    start = sorted((r for r in refs if r[1] in of), key=lambda r: place.get(of[r[1]], len(place)))
    label = {ref: ref_label(ref, len({e for e, _ in refs}) == 1) for ref in refs}
    left, right = st.columns([3, 1], gap="medium")
    label = dict(zip(label, apart(list(label.values())), strict=True))
    chosen = left.multiselect("Runs", list(refs), start, format_func=lambda ref: label[ref])
    metric = right.selectbox(
        "Metric", list(comparing.METRICS), 3, format_func=lambda name: comparing.METRICS[name]
    )
    lacking = [
        name for name in METHODS if name not in {cache.evaluation(*r).method for r in chosen}
    ]
    if lacking:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"Not evaluated here: {', '.join(lacking)}.")
            if st.button("Open Evaluate", icon=":material/fact_check:"):
                navigation.go("evaluate")
    if chosen:
        _beside(chosen)
        _over_all(_named([cache.evaluation(*ref) for ref in chosen]), metric)


def _beside(chosen: Sequence[Ref]) -> None:
    """Name everything but the method that differs from the first run."""
    first, *others = (
        comparing.side(cache.store(), ref[0], cache.evaluation(*ref)) for ref in chosen
    )
    named = dict.fromkeys(
        f"{one.name} ({one.first} → {one.second})"
        for other in others
        for one in comparing.differences(first, other)
        if one.group not in METHODS_OWN
    )
    if named:
        said = "1 thing differs" if len(named) == 1 else f"{len(named)} things differ"
        st.warning(
            f"Beside the method, {said}: {literal(', '.join(named))}",
            icon=":material/warning:",
        )


def _named(runs: Sequence[Evaluated]) -> dict[str, Evaluated]:
    """Return runs by method, and by method and preset where a method has several."""
    methods = [run.method for run in runs]
    found: dict[str, Evaluated] = {}
    for run in runs:
        name = run.method if methods.count(run.method) == 1 else f"{run.method} · {run.preset}"
        found[name if name not in found else f"{name} · {run.run[-4:]}"] = run
    return found


def _over_all(runs: dict[str, Evaluated], metric: Metric) -> None:
    scores, shared = comparing.on_shared(runs)
    if not shared:
        st.info("These runs share no question: choose runs on the same conversations.")
        return
    asked = {name: len(run.rows) for name, run in runs.items()}
    st.caption(
        f"Over the {shared:,} questions that all of these runs asked ({literal(_counts(asked))})."
    )
    judges = sorted({run.judge for run in runs.values()})
    if metric == "judge" and len(judges) > 1:
        named = literal("; ".join(judges))
        st.error(f"Different judges ({named}) measure different things: no chart of these.")
    else:
        series = {plain(name): metric_bars(found, metric) for name, found in scores.items()}
        series = {name: found for name, found in series.items() if found}
        if series:
            figure = category_bars(series, comparing.METRICS[metric])
            st.plotly_chart(figure, key="by-method", config=chart_config("methods"))
        else:
            st.info("None of these runs has a value of this metric.")
    rows = [score_row(name, scores[name], runs[name]) for name in scores]
    share = st.column_config.NumberColumn(format="%.1f", help="percent")
    config = {name: share for name in rows[0] if name.startswith(("recall", "accuracy", "F1"))}
    config["method"] = st.column_config.Column(pinned=True)
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch", column_config=config)
    export(rows, "methods over the evaluation")


def _counts(asked: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in asked.items())


def metric_bars(summary: dict[str, Any], metric: Metric) -> list[Bar]:
    """Return the bars of a metric by category and overall."""
    if metric in {"judge", "f1"}:
        return bars(summary, {"judge": "judge", "f1": "F1"}[metric])
    budget = metric.removeprefix("recall@")
    parts = {**summary["by_category"], "overall": summary}
    return [
        Bar(
            name,
            part["recall_at_budget"][budget],
            part["recall_interval"][budget][0],
            part["recall_interval"][budget][1],
            part["recall_questions"],
        )
        for name, part in parts.items()
        if budget in part["recall_at_budget"]
    ]


def score_row(name: str, summary: dict[str, Any], run: Evaluated) -> dict[str, Any]:
    """Return a run's numbers over the shared questions; shares in percent."""
    answers = [row.answer for row in run.rows if row.answer]
    tokens = sum(a.usage.prompt_tokens + a.usage.completion_tokens for a in answers)
    recalls = {
        f"recall @ {int(b):,}": 100 * share for b, share in summary["recall_at_budget"].items()
    }
    seconds = summary["seconds_per_query"]
    return {
        "method": name,
        "accuracy": None if summary["judge"] is None else 100 * summary["judge"],
        "F1": None if summary["f1"] is None else 100 * summary["f1"],
        **recalls,
        "context tokens": round(summary["context_tokens"] or 0),
        "model tokens / question": round(tokens / len(answers)) if answers else 0,
        "calls / question": sum(a.usage.calls for a in answers) / len(answers) if answers else 0,
        "ms / query": None if seconds is None else round(1000 * seconds),
        "judge": run.judge,
    }
