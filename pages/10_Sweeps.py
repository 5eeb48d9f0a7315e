import streamlit as st

from app import cache, state, sweeping
from app.components import whatif_jobs
from app.components.context_line import context_line
from app.components.gold_note import gold_note
from app.components.leaderboard import run_refs
from app.components.sweep_choice import sweep_choice
from app.components.sweep_results import sweep_results
from app.components.tokens_view import tokens_view
from app.components.trial_knobs import trial_knobs, trial_settings
from app.components.whatif_all import whatif_all
from app.components.whatif_question import whatif_question

PARTS = ("One question", "All questions", "Sweeps", "Against tokens")

action = context_line("What-if")
part = st.segmented_control(
    "Part", PARTS, default=PARTS[0], label_visibility="collapsed", required=True, key="whatif-part"
)
if part == PARTS[3]:
    tokens_view(run_refs([state.get().experiment]), whatif_jobs.sweeps_on_disk())
    st.stop()
run = whatif_jobs.chosen_run()
base = whatif_jobs.run_settings(run)
settings, moved = trial_settings(base)
trial_knobs(run.method, settings, moved, base)
models = cache.models(settings)
if sweeping.asks_while_retrieving(run.method, models):
    st.warning(
        f"{run.method} asks the chat model while it retrieves: every question here may call it."
    )
gold_note(state.get().experiment, [run])
count = len(run.rows)
if part == PARTS[0]:
    whatif_question(run, settings)
elif part == PARTS[1]:
    if action.button(
        f"Rerun {count:,} questions",
        type="primary",
        icon=":material/replay:",
        disabled=whatif_jobs.busy(),
        help="Retrieval only: nothing is answered, no chat model is called.",
    ):
        whatif_jobs.start(sweeping.what_if_work(whatif_jobs.bench(run, settings, moved)))
    whatif_jobs.progress()
    shown = whatif_jobs.pick(whatif_jobs.reruns_of(run), "Kept reruns")
    if shown is None:
        st.info("Move a knob, then rerun: the difference to the saved run appears here.")
    else:
        whatif_all(shown)
else:
    asked = sweep_choice(run.method, settings)
    bench = whatif_jobs.bench(run, settings, moved)
    asked = whatif_jobs.judged_too(asked, bench)
    if action.button(
        f"Run {len(asked.variants) if asked else 0} settings",
        type="primary",
        icon=":material/play_arrow:",
        disabled=asked is None or whatif_jobs.busy(),
        help=f"Each on {count:,} questions of the saved run.",
    ):
        whatif_jobs.start(sweeping.sweep_work(bench, asked))
    whatif_jobs.progress(asked)
    shown = whatif_jobs.pick(whatif_jobs.sweeps(), "Kept sweeps")
    if shown is not None:
        sweep_results(shown)
