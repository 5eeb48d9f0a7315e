import streamlit as st

from app import cache, navigation, state
from app.components.build import before, controls, replay
from app.components.context_line import context_line
from app.components.empty import empty
from app.components.growth import growth_view
from app.components.job_progress import job_progress
from app.growth import grow
from hypermem_core.build import build
from hypermem_core.methods import METHODS

action = context_line("Build")
now = state.get()
current = cache.conversation(now)
if current is None:
    empty(
        "No conversation is open",
        "A memory is built from a conversation.",
        "Open one",
        "conversations",
    )
    st.stop()

key = f"{now.experiment}/{now.method}/{current.id}"
job = cache.jobs().get(key)
running = job is not None and not job.done
status = cache.status(now, current)
if (
    status.state == "built"
    and not running
    and action.button("See the hypergraph", type="primary", icon=":material/arrow_forward:")
):
    navigation.go("hypergraph")
chosen = controls(status, running, action)
if chosen.start:
    settings, store = state.settings(now), cache.store()
    models = cache.models(settings)
    experiment, method = now.experiment, now.method
    cache.jobs().start(
        key,
        lambda emit: build(current, experiment, method, settings, models, store, emit),
        step=chosen.step,
    )
    st.rerun()

if job is not None:
    stages = METHODS[now.method].build_stages
    job_progress(job, stages, lambda job: growth_view(grow(list(job.events)), current, now.method))
if not running and status.state == "missing":
    before(current, now.method)
elif not running:
    replay(cache.events(now, current.id), current, now.method)
