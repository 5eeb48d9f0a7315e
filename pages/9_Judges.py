import streamlit as st

from app import cache, evaluating, judging, state
from app.components import judge_choice
from app.components.context_line import context_line
from app.components.dispute import dispute_gold
from app.components.empty import empty
from app.components.gold_audit import gold_audit
from app.components.job_progress import job_progress
from app.components.judge_agreement import judge_agreement
from app.components.judge_scores import judge_scores
from app.components.own_verdict import own_verdict
from hypermem_core.evaluation.disputes import gold_folder

SECTIONS = ("Scores", "Agreement", "Your verdict", "Gold audit")

action = context_line("Judges & gold")
now, settings = state.get(), state.settings(state.get())
store = cache.store()
names = evaluating.latest_runs(store, now.experiment)
runs = [cache.evaluation(now.experiment, name) for name in names]
found = {run.run: run for run in runs if any(row.answer for row in run.rows)}
if not found:
    empty(
        "No answers to judge yet",
        "Several judges, and you, can judge the answers of a run; nothing is asked twice.",
        "Open Evaluate",
        "evaluate",
    )
    st.stop()
run = found[judge_choice.run_choice(found, now.run, now.method)]
left, right = st.columns(2, vertical_alignment="bottom")
with left:
    judges = judge_choice.judge_choice()
doubts = cache.doubts(now.experiment, run)
with right:
    mode = judge_choice.gold_choice(len(doubts.errors))
bench = judging.bench(
    run,
    store.run_folder(now.experiment, run.run),
    mode,
    doubts,
    cache.talks(now.experiment, run),
    cache.judgements(now.experiment, run.run),
)
models = cache.models(settings)
todo = judging.left(bench, judges, models, settings)
key = f"{now.experiment}/judge/{run.run}"
job = cache.jobs().get(key)
if action.button(
    f"Judge {todo:,} answer{'' if todo == 1 else 's'}" if todo else "All judged",
    type="primary",
    icon=":material/gavel:",
    disabled=not todo or (job is not None and not job.done),
    help=f"By {', '.join(judges) or 'no judge'}, with {models.judging.name}. Kept verdicts stay.",
):
    cache.jobs().start(key, judging.work(bench, judges, models, settings))
    st.rerun()
if job is not None:
    job_progress(job)
section = st.segmented_control(
    "Show", SECTIONS, default=SECTIONS[0], required=True, key="judges-part",
    label_visibility="collapsed",
)  # fmt: skip
opened = None
if section == "Scores":
    judge_scores(bench)
elif section == "Agreement":
    opened = judge_agreement(bench)
elif section == "Your verdict":
    opened = own_verdict(bench)
else:
    gold_audit(bench, gold_folder(store, now.experiment))
if opened:
    row = bench.rows[opened]
    chat = bench.talks.get(row.conversation_id)
    place = gold_folder(store, now.experiment)
    dispute_gold(row, place, doubts.errors.get(opened), chat.turns if chat else ())
