import streamlit as st

from app import cache, evaluating, navigation, state
from app.components.context_line import context_line
from app.components.evaluation_plan import evaluation_plan, what_is_missing
from app.components.evaluation_results import numbers, retrieval_charts, score_charts
from app.components.job_progress import job_progress
from app.components.question_table import question_table
from app.components.ready import open_conversation
from app.components.run_cards import run_cards


def results(shown: list[str]) -> None:
    """Draw the chosen runs."""
    runs = [run for name in shown if (run := cache.evaluation(now.experiment, name)).rows]
    if not runs:
        st.info("No question of these runs is finished yet.")
        return
    numbers(runs)
    recall, scores, questions = st.tabs(["Recall", "Scores", "Questions"])
    with recall:
        retrieval_charts(runs)
    with scores:
        score_charts(runs)
    with questions:
        opened = question_table(runs)
    run_cards(now.experiment, runs)
    if opened:
        row, run, page = opened
        state.update(
            question=row.question.text,
            conversation_id=row.conversation_id,
            method=run.method,
            run=run.run,
        )
        navigation.go(page)


action = context_line("Evaluate")
current = open_conversation("Questions with known answers come with a conversation.")
now, settings = state.get(), state.settings(state.get())
key = f"{now.experiment}/evaluate"
job = cache.jobs().get(key)
running = job is not None and not job.done
runs = evaluating.latest_runs(cache.store(), now.experiment)
with st.expander("What to run", expanded=not runs):
    plan = evaluation_plan(cache.conversations(now), current, now.method)
missing = what_is_missing(plan)
count = 0 if missing else plan.questions(settings)
start = action.button(
    f"Run {count:,} question{'s' if count != 1 else ''}",
    type="primary",
    icon=":material/play_arrow:",
    disabled=running or not count,
    help=missing or "For each method. Questions already done with these settings are kept.",
)
if start:
    models = cache.models(settings)
    work = evaluating.work(plan, now.experiment, settings, models, cache.store())
    cache.jobs().start(key, work)
    st.rerun()
if missing or not count:
    st.info(missing or "These conversations have no question of these categories.")
if job is not None:
    job_progress(job, [])
if not runs:
    if not running:
        st.info(
            "Nothing was evaluated in this experiment yet. The button at the top right does it."
        )
    st.stop()
wanted = [name for name in plan.runs(settings) if name in runs] or runs[:1]
if len(runs) > 1:
    wanted = st.multiselect(
        "Runs shown",
        runs,
        wanted,
        format_func=lambda name: cache.evaluation(now.experiment, name).label,
    )
results(wanted)
