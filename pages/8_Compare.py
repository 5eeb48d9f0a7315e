import streamlit as st

from app import cache, comparing, state
from app.components.context_line import context_line
from app.components.empty import empty
from app.components.leaderboard import leaderboard, run_refs
from app.components.methods_compare import one_question, whole_evaluation
from app.components.ready import open_conversation
from app.components.two_runs import two_runs

PARTS = ("Leaderboard", "Two runs", "Methods, one question", "Methods, all questions")

action = context_line("Compare")
now = state.get()
every = comparing.experiments(cache.store())
with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
    part = st.segmented_control(
        "Compare",
        PARTS,
        default=PARTS[0],
        label_visibility="collapsed",
        required=True,
        key="compare-part",
    )
    several = bool(set(every) - {now.experiment}) and part != PARTS[2]
    wide = several and st.toggle("All experiments", key="all-experiments")
if part == PARTS[2]:
    one_question(open_conversation("Every method answers a question about it."), action)
    st.stop()
refs = run_refs(every if wide else [now.experiment])
if not refs:
    empty(
        "No run to compare yet",
        "Runs of this experiment are compared here, question by question.",
        "Open Evaluate",
        "evaluate",
    )
    st.stop()
if part == PARTS[1]:
    two_runs(refs)
elif part == PARTS[3]:
    whole_evaluation(refs)
else:
    leaderboard(refs)
