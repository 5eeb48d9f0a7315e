import streamlit as st

from app import cache, navigation, state
from app.components.build import before, controls
from app.components.built import built, lacking
from app.components.context_line import context_line
from app.components.empty import empty
from app.components.estimate import build_estimate
from app.components.growth import growth_view
from app.components.job_progress import job_progress
from app.components.spent import spent
from app.growth import grow
from app.jobs import Job
from hypermem_core.build import build
from hypermem_core.evaluation.costs import by_step
from hypermem_core.methods import METHODS
from hypermem_core.models.prices import prices_of


def live(job: Job) -> None:
    """Draw what a running build has made and spent so far."""
    events = list(job.events)
    growth_view(grow(events), current, now.method)
    spent(by_step(events, prices_of(cache.models(state.settings(now)).llm)))


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
paused = job is not None and job.paused
chosen = controls(status, running, action, paused)
again = not running and status.state == "built" and lacking(current)
if chosen.start or again:
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
    job_progress(job, stages, live)
if not running and status.state != "built":
    build_estimate(current)
if not running and status.state == "missing":
    before(current, now.method)
elif not running:
    built(current)
