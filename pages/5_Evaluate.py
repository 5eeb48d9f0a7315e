import streamlit as st

from app import cache, evaluating, navigation, state
from app.components.context_line import context_line
from app.components.estimate import evaluation_estimate
from app.components.evaluation_plan import evaluation_plan, run_button, what_is_missing
from app.components.evaluation_results import noted_numbers, retrieval_charts, score_charts
from app.components.job_progress import job_progress
from app.components.lazy_tabs import lazy_tabs
from app.components.leaderboard import apart
from app.components.question_table import question_table
from app.components.ready import open_conversation
from app.components.run_cards import run_cards
from app.components.run_costs import live_costs, run_costs, without_score


def results(shown: list[str]) -> None:
    """Draw the chosen runs."""
    runs = [run for name in shown if (run := cache.evaluation(now.experiment, name)).rows]
    if not runs:
        st.info("No question of these runs is finished yet.")
        return
    noted_numbers(now.experiment, runs)
    opened = lazy_tabs(
        {
            "Recall": lambda: retrieval_charts(runs),
            "Scores": lambda: score_charts(runs),
            "Questions": lambda: question_table(runs),
            "Cost": lambda: run_costs(runs),
        },
        key="evaluate-tabs",
    )
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
paused = job is not None and job.paused
runs = evaluating.latest_runs(cache.store(), now.experiment)
with st.expander("What to run", expanded=not runs):
    plan = evaluation_plan(cache.conversations(now), current, now.method)
missing = what_is_missing(plan)
count = 0 if missing else plan.questions(settings)
start = run_button(action, count, paused, running, missing)
names = [name for name in plan.runs(settings) if name in runs] if count else []
if start or (not running and without_score(now.experiment, names)):
    models = cache.models(settings)
    work = evaluating.work(plan, now.experiment, settings, models, cache.store())
    cache.jobs().start(key, work)
    st.rerun()
if missing or not count:
    st.info(missing or "These conversations have no question of these categories.")
if job is not None:
    job_progress(job, [], lambda job: live_costs(job, now.experiment, plan.runs(settings)))
if not running and count:
    evaluation_estimate(plan, settings)
if not runs and not running:
    st.info("Nothing was evaluated in this experiment yet. The button at the top right does it.")
if not runs:
    st.stop()
wanted = names or runs[:1]
if len(runs) > 1:
    labels = apart([cache.evaluation(now.experiment, name).label for name in runs])
    wanted = st.multiselect(
        "Runs shown", runs, wanted, format_func=dict(zip(runs, labels, strict=True)).__getitem__
    )
results(wanted)
