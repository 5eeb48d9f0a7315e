"""Slow packages imported in the background once a first screen stands, so that no page waits."""

from __future__ import annotations

from importlib import import_module

from app.jobs import Jobs
from hypermem_core.events import Emit

KEY = "warming"
# in the order in which pages are likely to need them
PACKAGES = (
    "pandas",
    "pyvis.network",
    "plotly.graph_objects",
    "scipy.sparse",
    "faiss",
    "hypermem_core.models.embedded",
    "scipy.linalg",
    "hypermem_core.models.chat",
)


def warm(jobs: Jobs) -> None:
    """Start importing, once on this server; what cannot be imported fails where it is needed."""
    if jobs.get(KEY) is None:
        jobs.start(KEY, _import_all)


def _import_all(emit: Emit) -> None:
    for name in PACKAGES:
        import_module(name)
