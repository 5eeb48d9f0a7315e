import streamlit as st

from app import cache, diagnosing, evaluating, navigation, state
from app.components.context_line import context_line
from app.components.custody_view import custody_view
from app.components.empty import empty
from app.components.loss_overview import loss_overview, lost_questions

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
found = {name: cache.evaluation(now.experiment, name) for name in runs}
name = st.selectbox("Run", runs, format_func=lambda key: found[key].label)
run = found[name]
custodies = diagnosing.custodies(run.rows)
if not custodies:
    st.info("This run kept no chain of custody: it was made elsewhere. Run it again in Evaluate.")
    st.stop()
loss_overview(custodies, run.method)
chosen = lost_questions(custodies, run.method, now.question)
if chosen is None:
    st.stop()
conversation = cache.evaluated_conversation(now.experiment, run.method, chosen.conversation_id)
with st.container(border=True):
    custody_view(chosen, conversation)
if action.button("Open in Ask", type="primary", icon=":material/search:"):
    state.update(
        question=chosen.question, conversation_id=chosen.conversation_id, method=run.method
    )
    navigation.go("ask")
