"""The map of a level's vectors with the question among them, raw or propagated."""

from __future__ import annotations

import hashlib

import streamlit as st

from app import cache
from app.components.job_progress import job_progress
from app.explaining import Asked
from app.figures.canvas import chart_config
from app.figures.gold import gold_nodes
from app.figures.labels import titles
from app.figures.vector_scatter import vector_scatter
from hypermem_core.diagnosis.list_sources import level_vectors
from hypermem_core.diagnosis.vector_map import INSTALL, VectorMap, umap_installed, vector_map
from hypermem_core.events import Emit, StageStarted
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.retrieval.dense import unit
from hypermem_core.retrieval.index import index_of
from hypermem_core.types import StageRanking

RAW, MOVED = "raw", "propagated"


def vector_map_view(asked: Asked, target: str) -> None:
    """Draw the controls and the map."""
    stages = [stage for stage in asked.trace.stages if len(stage.candidates) > 2]
    if not stages:
        st.info("No stage had three candidates, so there is nothing to map.")
        return
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        name = st.segmented_control(
            "Stage", [s.stage for s in stages], default=stages[-1].stage, required=True,
            key="map-stage", label_visibility="collapsed",
        )  # fmt: skip
        ways = [RAW, MOVED] if asked.memory.method == "hypermem" else [RAW]
        way = st.segmented_control(
            "Vectors", ways, default=ways[-1], required=True, key="map-way",
            label_visibility="collapsed",
            help="Propagated: with the vectors of its hyperedges, as the dense list ranks them.",
        )  # fmt: skip
        how = "PCA"
        if umap_installed():  # else there is nothing to choose, and the caption names it
            hows = ("PCA", "UMAP")
            how = st.segmented_control(
                "Map", hows, default=how, required=True, key="map-how",
                label_visibility="collapsed",
            )  # fmt: skip
    stage = next((one for one in stages if one.stage == name), stages[-1])
    _map(asked, stage, target, way == MOVED, how == "UMAP")


def _map(asked: Asked, stage: StageRanking, target: str, propagated: bool, umap: bool) -> None:
    index, kind = index_of(asked.memory), asked.kind(stage)
    vectors = level_vectors(index, kind, asked.settings, propagated)
    # flat ranks turns only: its windows are no candidates and no points
    ids = stage.candidates if kind == "chunk" else index.ids(kind)
    there = frozenset(ids)
    query = unit(asked.models.embedder.query(asked.trace.query))
    if umap and umap_installed():
        name = f"{asked.conversation.id} {stage.stage} {propagated}"
        found = _umap(vectors, tuple(ids), query, name)
    else:
        found = vector_map(vectors, ids, query)
    if found is None:
        return
    figure = vector_scatter(
        found.ids,
        found.points,
        found.query,
        titles(asked.memory.graph),
        there & set(stage.kept),
        gold_nodes(asked.memory.graph, asked.gold) & there,
        "topic" if kind == "topic" else "episode" if kind in ("episode", "segment") else kind,
        target,
    )
    st.plotly_chart(figure, key="vector-map", config=chart_config("vectors"))
    st.caption(_said(found.how, found.explained))


def _umap(vectors: Vectors, ids: tuple[str, ...], query: Matrix, name: str) -> VectorMap | None:
    """Return the map once it is computed, beside the page; until then draw how long it takes."""
    about = hashlib.sha256(vectors.rows(list(ids)).tobytes() + query.tobytes() + name.encode())
    key = f"umap/{about.hexdigest()[:16]}"

    def work(emit: Emit) -> VectorMap:
        emit(StageStarted("UMAP", 0))
        return vector_map(vectors, ids, query, "umap")

    job = cache.jobs().get(key) or cache.jobs().start(key, work)
    if job.result is None:
        if not job.done:
            st.caption("The first UMAP map compiles for up to a minute; a large one half of that.")
        job_progress(job)
        if job.error is not None:  # stopped or failed: chosen again, it is tried again
            cache.jobs().forget(key)
    made: VectorMap | None = job.result  # it may have come while its progress was drawn
    return made


def _said(how: str, explained: float) -> str:
    if how == "umap":
        return "UMAP keeps neighbours together; distances far apart mean little."
    more = "" if umap_installed() else f" For a UMAP map: `{INSTALL}`, then start the app again."
    return (
        f"PCA: the two directions of largest variance hold {explained:.0%} of it, so near on the "
        f"map need not be near in fact.{more}"
    )
