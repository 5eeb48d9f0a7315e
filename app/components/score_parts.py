"""A node's scores at one stage, taken apart: words, meaning, the fused sum, the reranker."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from app import theme
from app.components.export import export
from app.components.ranked_list import significant
from app.figures.labels import shorten
from app.figures.rank_bump import list_name
from app.markup import literal
from hypermem_core.diagnosis.explain import Explained, ListScore, Read
from hypermem_core.diagnosis.fusion import FusedScore
from hypermem_core.diagnosis.meaning import MeaningScore
from hypermem_core.diagnosis.words import WordScore
from hypermem_core.types import Place

MEMBERS = 2  # of a hyperedge, named beside its share


def rank_of(place: Place) -> str:
    """Return `rank 3 of 58 · score 7.31`, or that the list does not hold the node."""
    if not place.rank:
        return "not in this list"
    return f"rank {place.rank:,} of {place.of:,} · score {significant(place.score)}"


def score_parts(found: Explained, titles: dict[str, str]) -> None:
    """Draw every list of the stage, then the sum and what the reranker read."""
    st.text(outcome(found))
    for one in found.lists:
        st.markdown(f"###### {literal(list_name(one.place.ranker))} · {rank_of(one.place)}")
        _list(one, titles)
    if found.fused is not None:
        _fused(found.fused)
    if found.read is not None:
        _read(found.read)


def outcome(found: Explained) -> str:
    """Return whether the stage kept the node, and else which limit cut it."""
    step = found.step
    if step.kept:
        return f"{theme.CORRECT} Kept at the {found.stage} stage."
    short = f"; it has {step.ratio:.2f}" if step.ratio else ""
    needs = f"; it would need {step.needs}" if step.needs else short
    return f"{theme.WRONG} Cut at the {found.stage} stage: {step.limit}{needs}."


def _list(one: ListScore, titles: dict[str, str]) -> None:
    if one.words is not None:
        _words(one.words, one.place.ranker)
    elif one.meaning is not None:
        _meaning(one.meaning, titles, one.place.ranker)
    elif one.note:
        st.text(one.note)


def word_frame(found: WordScore) -> pd.DataFrame:
    """Return the terms of the query as rows; the largest contribution first."""
    return pd.DataFrame(
        [
            {
                "term": part.term,
                "contribution": part.contribution,
                "found in": part.documents,
                "idf": part.idf,
                "tf here": part.frequency,
                "saturation": part.saturation,
            }
            for part in found.terms
        ],
        columns=["term", "contribution", "found in", "idf", "tf here", "saturation"],
    )


def _words(found: WordScore, ranker: str) -> None:
    if not found.terms:
        st.text("The question has only stop words: nothing to look for.")
        return
    number = st.column_config.NumberColumn
    table = word_frame(found)
    st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        height=min(250, 38 + 35 * len(found.terms)),
        column_config={
            "term": st.column_config.TextColumn(width=110, help="stem, as it is indexed"),
            "found in": number(width=80, help="documents that hold the term"),
            "idf": number(format="%.3f", width=70, help="the rarer, the larger"),
            "tf here": number(width=70, help="times in this text, its weighted parts counted"),
            "saturation": number(
                format="%.3f", width=90, help="tf · (k1 + 1) / (tf + k1 · length factor)"
            ),
            "contribution": number(format="%.3f", width=100, help="times asked · idf · saturation"),
        },
    )
    export(table, f"terms of {ranker}")
    st.text(
        f"Sum {found.score:.4f}. Length {found.length:,} terms, mean {found.mean_length:.1f}: "
        f"length factor {found.length_factor:.3f}."
    )
    if found.unknown:
        st.text(f"Found nothing anywhere: {', '.join(found.unknown)}.")


def _meaning(found: MeaningScore, titles: dict[str, str], ranker: str) -> None:
    if not found.edges or found.propagated == found.raw:
        st.text(f"Cosine {found.raw:.4f} with its own vector; no hyperedge takes part.")
        return
    st.text(
        f"Cosine {found.raw:.4f} raw, {found.propagated:.4f} propagated = its own vector "
        f"{found.own:.4f} + hyperedges {sum(edge.share for edge in found.edges):.4f}."
    )
    rows = [
        {
            "hyperedge": edge.edge_id,
            "share": edge.share,
            "most from": " · ".join(
                f"{shorten(titles.get(name, name), 40)} ({part:.3f})"
                for name, part in edge.members[:MEMBERS]
            ),
        }
        for edge in found.edges
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        width="stretch",
        height=min(180, 38 + 35 * len(rows)),
        column_config={
            "hyperedge": st.column_config.TextColumn(width=110),
            "share": st.column_config.NumberColumn(format="%.4f", width=70),
        },
    )
    export(rows, f"shares of the hyperedges in {ranker}")


def _fused(found: FusedScore) -> None:
    st.markdown(f"###### {literal(list_name(found.kind))}, written out")
    names = " + ".join(list_name(part.ranker) for part in found.parts)
    st.html(f'<div class="hm-text">{escape(names)}<br><code>{escape(found.written)}</code></div>')


def _read(found: Read) -> None:
    score = rank_of(found.place) if found.place.rank else found.note
    st.markdown(f"###### Reranker {literal(found.model)} · {literal(score)}")
    if found.place.rank and found.note:
        st.text(found.note)
    head = "The text it read" if found.place.rank else "The text it would read"
    st.html(f'<div class="hm-text"><b>{head}</b><br>{escape(found.text)}</div>')
