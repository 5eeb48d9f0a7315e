import streamlit as st

from app import cache, diagnosing, evaluating, navigation, state
from app.components.context_line import context_line
from app.components.diagnosed_question import diagnosed_question
from app.components.empty import empty
from app.components.explain import explain_run
from app.components.gold_note import gold_note
from app.components.loss_overview import loss_filters, loss_overview
from app.components.lost_questions import lost_questions

action = context_line("Diagnose")
now = state.get()
runs = evaluating.latest_runs(cache.store(), now.experiment)
if not runs:
    empty(
        "No run to diagnose yet",
        "A run's questions are followed from their gold turns to the verdict.",
        "Open Evaluate",
        "evaluate",
    )
    st.stop()
methods = {key: cache.evaluation(now.experiment, key).method for key in runs}
name = st.selectbox(
    "Run",
    runs,
    runs.index(evaluating.opened(methods, now.run, now.method)),
    format_func=lambda key: cache.evaluation(now.experiment, key).label,
)
run = cache.evaluation(now.experiment, name)
doubts = cache.doubts(now.experiment, run)
custodies = diagnosing.custodies(run.rows, doubts.spoiled)
if not custodies:
    st.info("This run kept no chain of custody: it was made elsewhere. Run it again in Evaluate.")
    st.stop()
found = loss_filters(custodies)
if not found:
    st.info("No question of this run is in these categories and carries these badges.")
    st.stop()
loss_overview(found, run.method)
gold_note(now.experiment, [run])
wanted = diagnosing.asked(found, now.question, now.conversation_id)
chosen = lost_questions(found, run.method, wanted)
if chosen is None:
    st.stop()
conversation = cache.evaluated_conversation(now.experiment, run.method, chosen.conversation_id)
with st.container(border=True):
    chosen = diagnosed_question(now.experiment, run, chosen, conversation, doubts)
explain_run(now.experiment, run, chosen, conversation)
if action.button("Open in Ask", type="primary", icon=":material/search:"):
    state.update(
        question=chosen.question, conversation_id=chosen.conversation_id, method=run.method
    )
    navigation.go("ask")
